// Real transfers on a real runtime, read back as history.
import { type PolkadotStack, startPolkadot } from '@latchkey/devstack/polkadot'
import { History, type HistoryPage, type HistoryRequest } from '@latchkey/kernel/contracts'
import { type Kernel, memoryStorage } from '@latchkey/kernel'
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { capabilityOf, createTestKernel, faultOf } from '../../../test/context.js'
import { definePolkadotNetwork, type PolkadotNetwork } from '../../index.js'
import { encodeSs58 } from '../../ss58.js'
import { feeOf } from './feeOf.js'
import { findChanges } from './findChanges.js'

const coin = 10n ** 12n
let stack: PolkadotStack
let network: PolkadotNetwork
let api: ApiPromise
const kernels: Kernel[] = []

beforeAll(async () => {
  stack = await startPolkadot()
  network = networkWith(stack.url)
  api = await ApiPromise.create({ provider: new WsProvider(stack.url) as never, noInitWarn: true })
}, 180_000)
afterAll(async () => {
  await api?.disconnect()
  await stack?.stop()
}, 60_000)
afterEach(() => Promise.all(kernels.splice(0).map((kernel) => kernel.dispose())))

const networkWith = (url: string) =>
  definePolkadotNetwork({
    genesisHash: stack.genesisHash,
    ss58Prefix: stack.ss58Prefix,
    name: 'Local',
    nativeCurrency: { name: 'Rococo', symbol: stack.symbol, decimals: stack.decimals },
    rpcUrls: [url],
    testnet: true,
  })

function read(address: string, request: Partial<HistoryRequest> = {}, blocks?: number): Promise<HistoryPage> {
  const kernel = createTestKernel(
    { networks: [network], ...(blocks === undefined ? {} : { history: { blocks } }) },
    { storage: memoryStorage() },
  )
  kernels.push(kernel)
  return capabilityOf(kernel, History).read({ networkId: network.id, address, ...request })
}

const freshAddress = () => encodeSs58(crypto.getRandomValues(new Uint8Array(32)), stack.ss58Prefix)

/** Sends from one of the chain's accounts, and waits until its block is final. */
async function send(index: number, call: string, ...parameters: unknown[]): Promise<string> {
  const { uri } = stack.accounts[index] as { uri: string }
  const signer = new Keyring({ type: 'sr25519' }).addFromUri(uri)
  const extrinsic = api.tx['balances']![call]!(...parameters)
  return new Promise((resolve, reject) => {
    let stop = () => {}
    extrinsic
      .signAndSend(signer, { nonce: -1, era: 0 }, (result) => {
        // On a busy machine the node tells one of the two and not the other.
        if (!result.status.isInBlock && !result.status.isFinalized) return
        stop()
        resolve(extrinsic.hash.toHex())
      })
      .then((unsubscribe) => {
        stop = unsubscribe
      }, reject)
  })
}

describe('on a real chain', () => {
  it('sends and receives, seen from both sides, with the time, and from what block on', async () => {
    const from = stack.accounts[0]!.address
    const to = freshAddress()
    const id = await send(0, 'transferKeepAlive', to, 2n * coin)
    const amount = { value: 2n * coin, decimals: stack.decimals, symbol: stack.symbol }
    const shared = {
      id,
      networkId: network.id,
      status: 'confirmed',
      minedAt: expect.any(Number),
      from,
      to,
    }
    const [sent] = (await read(from)).transactions
    expect(sent).toEqual({
      ...shared,
      operation: 'send',
      transfers: [{ direction: 'out', amount, name: 'Rococo', from, to }],
    })
    const received = await read(to)
    expect(received.transactions).toEqual([
      {
        ...shared,
        operation: 'receive',
        transfers: [{ direction: 'in', amount, name: 'Rococo', from, to }],
      },
    ])
    expect(received.next).toBeUndefined()
    expect(received.searched).toBeUndefined()
    const otherForm = await read(encodeSs58(api.createType('AccountId', to).toU8a(), 2))
    expect(otherForm.transactions).toEqual(received.transactions)
  }, 120_000)

  it('tells what failed, and pages to the start of the window without a gap', async () => {
    const to = freshAddress()
    const ids = [
      await send(1, 'transferKeepAlive', to, coin),
      await send(1, 'forceTransfer', to, stack.accounts[2]!.address, coin),
      await send(1, 'transferKeepAlive', to, 2n * coin),
    ].reverse()
    const bob = stack.accounts[1]!.address
    const seen: { readonly id: string; readonly status: string }[] = []
    let cursor: string | undefined
    do {
      const page: HistoryPage = await read(bob, { limit: 1, ...(cursor ? { cursor } : {}) })
      seen.push(...page.transactions)
      cursor = page.next
    } while (cursor !== undefined)
    expect(seen.map(({ id }) => id)).toEqual(ids)
    expect(seen.map(({ status }) => status)).toEqual(['confirmed', 'failed', 'confirmed'])
    const narrow = await read(bob, {}, 1)
    expect(narrow.transactions.map(({ id }) => id)).toEqual(ids.slice(0, 1))
    const head = (await api.rpc.chain.getHeader()).number.toNumber()
    expect(narrow.searched).toEqual({ fromBlock: BigInt(head), since: expect.any(Number) })
  }, 120_000)

  it('is empty for an account nobody paid, and refuses what is none', async () => {
    expect((await read(freshAddress())).transactions).toEqual([])
    expect(await faultOf(read('nonsense'))).toContain('ADDRESS_INVALID')
    expect(await faultOf(read(freshAddress(), { cursor: 'x' }))).toContain('HISTORY_CURSOR_INVALID')
    network = networkWith('ws://127.0.0.1:9')
    expect(await faultOf(read(freshAddress()))).toContain('POLKADOT_RPC_UNREACHABLE')
    network = networkWith(stack.url)
  }, 60_000)
})

describe('the fee', () => {
  const event = (section: string, method: string, ...data: string[]) =>
    ({ event: { section, method, data } }) as never

  it('is what the runtime says was paid, and nothing where it does not say', () => {
    const paid = event('transactionPayment', 'TransactionFeePaid', 'who', '16818094864', '0')
    expect(feeOf([event('balances', 'Withdraw', 'who', '1'), paid])).toBe(16_818_094_864n)
    expect(feeOf([event('balances', 'Withdraw', 'who', '1')])).toBeUndefined()
    expect(feeOf([event('transactionPayment', 'TransactionFeePaid', 'who', 'much')])).toBeUndefined()
  })
})

describe('halving', () => {
  const changedAt = (blocks: readonly number[]) => {
    const asked: number[] = []
    const stateAt = async (block: number) => {
      asked.push(block)
      return `${blocks.filter((changed) => changed <= block).length}`
    }
    return { stateAt, asked }
  }

  it('finds every block of any set, and asks little', async () => {
    const sets = [[], [0], [99_999], [1, 2, 3], [10, 5_000, 5_001, 77_777], [0, 99_999]]
    for (const blocks of sets) {
      const { stateAt, asked } = changedAt(blocks)
      const found = await findChanges(stateAt, { from: 0, to: 99_999, limit: 20 })
      expect(found).toEqual({ blocks: [...blocks].reverse(), from: 0 })
      expect(asked.length).toBeLessThanOrEqual(2 + blocks.length * 17)
    }
  })

  it('stops at the limit with the newest, and says from where on it is whole', async () => {
    const blocks = Array.from({ length: 50 }, (_, index) => index * 10)
    const { blocks: found, from } = await findChanges(changedAt(blocks).stateAt, {
      from: 0,
      to: 1_000,
      limit: 5,
    })
    expect(found).toEqual([490, 480, 470, 460, 450])
    expect(from).toBeGreaterThan(440)
    expect(from).toBeLessThanOrEqual(450)
  })
})

// Calls with a wallet that holds real keys, on a real runtime.
import { type PolkadotStack, startPolkadot } from '@latchkey/devstack/polkadot'
import type { Kernel } from '@latchkey/kernel'
import { Calls, type CallsStep, Send } from '@latchkey/kernel/contracts'
import { Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { createPolkadotTestWallet, type PolkadotTestWallet } from '@latchkey/testkit/polkadot'
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api'
import type { SignerPayloadJSON } from '@polkadot/types/types'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { capabilityOf, createTestKernel, faultOf } from '../../../test/context.js'
import {
  definePolkadotNetwork,
  type PolkadotCall,
  PolkadotCalls,
  type PolkadotNetwork,
  PolkadotProvider,
} from '../../index.js'
import { encodeSs58 } from '../../ss58.js'
import { createChains } from '../chain/chains.js'
import { createCalls } from './createCalls.js'
import { extrinsicOf } from './encodeCalls.js'
import type { RuntimeEvent } from './readEvents.js'

const coin = 10n ** 12n
let stack: PolkadotStack
let network: PolkadotNetwork
let api: ApiPromise
let wallet: PolkadotTestWallet
let takeOut: () => void
let kernel: Kernel
let request: Awaited<ReturnType<typeof connect>>

beforeAll(async () => {
  await cryptoWaitReady()
  stack = await startPolkadot()
  network = definePolkadotNetwork({
    genesisHash: stack.genesisHash,
    ss58Prefix: stack.ss58Prefix,
    name: 'Local',
    nativeCurrency: { name: 'Rococo', symbol: stack.symbol, decimals: stack.decimals },
    rpcUrls: [stack.url],
    testnet: true,
  })
  api = await ApiPromise.create({ provider: new WsProvider(stack.url) as never, noInitWarn: true })
})
afterAll(async () => {
  await api?.disconnect()
  await stack?.stop()
})
beforeEach(async () => {
  vi.stubGlobal('window', new EventTarget())
  wallet = createPolkadotTestWallet()
  takeOut = wallet.inject()
  kernel = createTestKernel({ networks: [network] })
  request = await connect()
})
afterEach(async () => {
  takeOut()
  await kernel.dispose()
  vi.unstubAllGlobals()
})

async function connect() {
  await kernel.start()
  const session = kernel.get(Session)
  await session.connect({ connectorId: kernel.list(Connector)[0]?.id ?? '' })
  const from = session.activeAccount('polkadot')
  if (!from) throw new Error('no account')
  return { networkId: network.id, from, provider: session.provider(PolkadotProvider) }
}

const calls = () => capabilityOf(kernel, PolkadotCalls)
const prepare = (...list: readonly PolkadotCall[]) => calls().prepare({ ...request, calls: list })
const freshAddress = () => encodeSs58(crypto.getRandomValues(new Uint8Array(32)), stack.ss58Prefix)
const pay = (to: string, value: bigint | string = coin) =>
  ({ pallet: 'balances', method: 'transferKeepAlive', args: [to, value] }) as const
const remark = (text: string) => ({ pallet: 'system', method: 'remarkWithEvent', args: [text] }) as const
const hexOf = (to: string) => api.tx['balances']!['transferKeepAlive']!(to, coin).method.toHex()
const methodOf = ({ params }: { readonly params: unknown }) =>
  (params as readonly SignerPayloadJSON[])[0]?.method
const asked = () => wallet.control.requests.filter(({ method }) => method === 'signPayload')

describe('calls that are taken', () => {
  it('does one call, for no more than the fee that was shown, and is taken up by another page', async () => {
    const to = freshAddress()
    const prepared = await prepare(pay(to))
    expect(prepared).toMatchObject({ atomic: true, steps: 1 })
    expect(prepared.changes).toBeUndefined()
    expect(prepared.notices.map(({ code }) => code)).toEqual(['NOT_SIMULATED', 'CALLS_UNPROVEN'])
    const before = await stack.balanceOf(request.from.address)
    const steps: CallsStep[] = []
    const sent = await prepared.submit({ onStep: (step) => steps.push(step) })
    expect(await sent.wait()).toEqual({ status: 'confirmed', transactions: [sent.id] })
    expect(await stack.balanceOf(to)).toBe(coin)
    const fee = before - coin - (await stack.balanceOf(request.from.address))
    expect(fee).toBeGreaterThan(0n)
    expect(fee).toBeLessThanOrEqual(prepared.fee.value)
    expect(steps.map(({ status, submitted }) => [status, submitted?.id])).toEqual([
      ['asking', undefined],
      ['sent', sent.id],
    ])
    const question = {
      networkId: network.id,
      from: request.from.address,
      id: sent.id,
      trail: (await sent.trail)!,
      sentAt: Date.now(),
    }
    expect(await (await calls().follow!(question)).wait()).toEqual({
      status: 'confirmed',
      transactions: [sent.id],
    })
    const missed = { ...question, id: `0x${'ab'.repeat(32)}`, trail: '0-1' }
    expect(await (await calls().follow!(missed)).wait()).toMatchObject({ status: 'failed', transactions: [] })
  })

  it('does several at once, by name and as hex, with one question', async () => {
    const [one, two] = [freshAddress(), freshAddress()]
    const prepared = await prepare(pay(one, 2n * coin), hexOf(two), remark('hello'))
    expect(prepared.atomic).toBe(true)
    const sent = await prepared.submit()
    expect(await sent.wait()).toEqual({ status: 'confirmed', transactions: [sent.id] })
    expect(await stack.balanceOf(one)).toBe(2n * coin)
    expect(await stack.balanceOf(two)).toBe(coin)
    // `batchAll`, and not `batch`: all of them happen, or none does.
    const { batchAll } = api.tx['utility']!
    const { transferKeepAlive } = api.tx['balances']!
    const remarked = api.tx['system']!['remarkWithEvent']!('hello')
    const all = batchAll!([transferKeepAlive!(one, 2n * coin), transferKeepAlive!(two, coin), remarked])
    expect(asked().map(methodOf)).toEqual([all.method.toHex()])
  })

  it('does not warn of what the host has written itself', async () => {
    const { notices } = await prepare(hexOf(freshAddress()))
    expect(notices.map(({ code }) => code)).toEqual(['NOT_SIMULATED'])
  })

  it('has the wallet sign the very call of a send', async () => {
    const to = freshAddress()
    const send = await capabilityOf(kernel, Send).prepare({ ...request, to, amount: coin })
    const prepared = await prepare(pay(to))
    expect(prepared.fee).toEqual(send.fee)
    for (const submit of [send.submit, prepared.submit]) {
      wallet.control.rejectNext('signPayload')
      expect(await faultOf(submit())).toContain('USER_REJECTED')
    }
    const [one, two] = asked().map(methodOf)
    expect(two).toBe(one)
    expect(two).toBe(hexOf(to))
  })

  it('signs what was prepared, whatever the host does to its calls afterwards', async () => {
    const [to, other] = [freshAddress(), freshAddress()]
    const args: [string, bigint] = [to, coin]
    const prepared = await prepare({ pallet: 'balances', method: 'transferKeepAlive', args })
    args[0] = other
    expect(await (await prepared.submit()).wait()).toMatchObject({ status: 'confirmed' })
    expect(await stack.balanceOf(to)).toBe(coin)
    expect(await stack.balanceOf(other)).toBe(0n)
  })

  it('is found by the key of all calls, and is atomic', async () => {
    expect(capabilityOf(kernel, Calls)).toBe(calls())
    expect(await calls().support(request)).toEqual({ atomic: 'supported' })
  })
})

describe('a runtime that tries calls (DryRunApi)', () => {
  /** The runtime here is an older one: what a trial run would tell is what the call does, before the chain goes back. */
  async function doAndUndo(call: string) {
    const keyring = new Keyring({ type: 'sr25519', ss58Format: stack.ss58Prefix })
    const pair = stack.accounts
      .map(({ uri }) => keyring.addFromUri(uri))
      .find(({ address }) => address === request.from.address)!
    const before = await api.rpc.chain.getBlockHash()
    const events = await new Promise<RuntimeEvent[]>((resolve, reject) => {
      api
        .tx(api.createType('Call', call) as never)
        .signAndSend(pair, { nonce: -1, era: 0 }, ({ status, events }) => {
          if (status.isInBlock || status.isFinalized) resolve(events.map(({ event }) => event as never))
        })
        .catch(reject)
    })
    const provider = new WsProvider(stack.url)
    await provider.isReady
    await provider.send('dev_setHead', [before.toHex()])
    await provider.disconnect()
    // A trial run charges no fee, which is the first that an extrinsic does.
    return events.slice(1)
  }

  function trying(tryCall: (call: string) => Promise<RuntimeEvent[]> = doAndUndo) {
    const dryRunCall = Object.assign(
      async (_origin: unknown, call: string) => ({
        isOk: true,
        asOk: { executionResult: { isErr: false }, emittedEvents: await tryCall(call) },
      }),
      { meta: { params: [{}, {}, {}] } },
    )
    const real = createChains(
      { now: Date.now, setTimeout, clearTimeout } as never,
      new AbortController().signal,
    )
    const chains: typeof real = {
      ...real,
      read: (network, signal, work) =>
        real.read(network, signal, (found) =>
          work(
            new Proxy(found, {
              get: (target, key) =>
                key === 'call' ? { dryRunApi: { dryRunCall } } : Reflect.get(target, key, target),
            }),
          ),
        ),
    }
    const log = { error() {}, warn() {}, info() {}, debug() {} }
    return { chains, calls: createCalls(new Map([[network.id, network]]), chains, log) }
  }

  it.each<[string, () => readonly PolkadotCall[], readonly string[]]>([
    ['one call', () => [pay(freshAddress())], []],
    ['three calls', () => [pay(freshAddress(), 3n * coin), pay(freshAddress()), remark('hello')], []],
    [
      'calls that set a deposit aside',
      () => [{ pallet: 'proxy', method: 'addProxy', args: [freshAddress(), 'Any', 0] }, pay(freshAddress())],
      ['CHANGES_INCOMPLETE', 'DEPOSIT_RESERVED'],
    ],
  ])('tells what %s change, and the chain does the same', async (_, list, told) => {
    const { chains, calls } = trying()
    const before = await stack.balanceOf(request.from.address)
    const prepared = await calls.prepare({ ...request, calls: list() })
    expect(await stack.balanceOf(request.from.address)).toBe(before)
    expect(prepared.notices.map(({ code }) => code)).toEqual([...told, 'CALLS_UNPROVEN'])
    const [change, ...others] = prepared.changes!
    expect(others).toEqual([])
    const sent = await prepared.submit()
    expect(await sent.wait()).toMatchObject({ status: 'confirmed' })
    const fee = before + change!.amount.value - (await stack.balanceOf(request.from.address))
    expect(fee).toBeGreaterThan(0n)
    expect(fee).toBeLessThanOrEqual(prepared.fee.value)
    await chains.dispose()
  })

  it('has no calls that leave nothing for the fee', async () => {
    const { address } = request.from
    const held = await stack.balanceOf(address)
    const data = Object.assign([address, freshAddress(), held - 1n], { toHex: () => '0x' })
    const { chains, calls } = trying(async () => [{ section: 'balances', method: 'Transfer', data }])
    expect(await faultOf(calls.prepare({ ...request, calls: [remark('all')] }))).toMatch(
      /^INSUFFICIENT_FUNDS/,
    )
    await chains.dispose()
  })
})

describe('calls that are refused', () => {
  const to = encodeSs58(new Uint8Array(32).fill(7), 42)
  it.each<[string, unknown]>([
    ['no list', undefined],
    ['an empty list', []],
    ['no call', [null]],
    ['a pallet that is not there', [{ pallet: 'nonsense', method: 'transfer', args: [] }]],
    ['a method that is not there', [{ pallet: 'balances', method: 'constructor', args: [] }]],
    ['too few arguments', [{ pallet: 'balances', method: 'transferKeepAlive', args: [to] }]],
    ['arguments of another kind', [pay('nobody')]],
    ['a negative amount', [pay(to, -1n)]],
    ['hex that is no call', ['0xffff']],
    ['hex of nothing', ['0x']],
    ['text', ['balances.transfer']],
  ])('are %s', async (_what, list) => {
    const fault = faultOf(calls().prepare({ ...request, calls: list as readonly PolkadotCall[] }))
    expect(await fault).toMatch(
      /^CALLS_INVALID: The app asks for something that can’t be done on this network\. Nothing was sent\./,
    )
    expect(asked()).toEqual([])
  })

  it('are hex with something after the call', async () => {
    expect(await faultOf(prepare(`${hexOf(freshAddress())}00`))).toMatch(/^CALLS_INVALID/)
  })

  it('are those of an account that can’t pay the fee', async () => {
    const from = { ...request.from, address: freshAddress() }
    expect(await faultOf(calls().prepare({ ...request, from, calls: [remark('hello')] }))).toMatch(
      /^INSUFFICIENT_FUNDS/,
    )
  })

  it('are those whose runtime was upgraded meanwhile', () => {
    const encoded = { call: hexOf(freshAddress()), specVersion: '1', isGiven: true }
    expect(() => extrinsicOf(api, network, encoded)).toThrow(
      expect.objectContaining({ code: 'POLKADOT_RUNTIME_CHANGED' }),
    )
  })
})

describe('wallets', () => {
  it('that decline send nothing, and can be asked again', async () => {
    const to = freshAddress()
    const prepared = await prepare(pay(to), remark('hello'))
    wallet.control.rejectNext('signPayload')
    expect(prepared.isHandedOver()).toBe(false)
    expect(await faultOf(prepared.submit())).toContain('USER_REJECTED')
    expect(await stack.balanceOf(to)).toBe(0n)
    const [one, two] = await Promise.all([prepared.submit(), prepared.submit()])
    expect(two.id).toBe(one.id)
    await one.wait()
    expect(await stack.balanceOf(to)).toBe(coin)
    expect(prepared.isHandedOver()).toBe(true)
  })

  it('that answer another transaction are found out, and nothing is sent', async () => {
    const { signer, ...others } = request.provider!
    const alice = new Keyring({ type: 'sr25519', ss58Format: stack.ss58Prefix }).addFromUri('//Alice')
    const [to, thief] = [freshAddress(), freshAddress()]
    const transfer = (receiver: string) => api.tx['balances']!['transferKeepAlive']!(receiver, coin)
    const batch = (name: 'batch' | 'batchAll', ...receivers: readonly string[]) =>
      api.tx['utility']![name]!(receivers.map(transfer))
    const answers = [
      transfer(thief),
      transfer(to),
      batch('batch', to, to),
      batch('batchAll', to, thief),
      batch('batchAll', to, to, thief),
    ]
    for (const answer of answers) {
      const signPayload = async (payload: never) => {
        const { blockHash, era, nonce, genesisHash } = payload as SignerPayloadJSON
        const lifetime = { blockHash, era: api.createType('ExtrinsicEra', era), genesisHash }
        const { runtimeVersion } = api
        const signed = await answer.signAsync(alice, { ...lifetime, nonce, runtimeVersion } as never)
        return { ...(await signer.signPayload!(payload)), signedTransaction: signed.toU8a() }
      }
      const provider = { ...others, signer: { signPayload } }
      const prepared = await calls().prepare({ ...request, provider, calls: [pay(to), pay(to)] })
      expect(await faultOf(prepared.submit())).toContain('signedTransaction with another call')
    }
    expect(await stack.balanceOf(to)).toBe(0n)
    expect(await stack.balanceOf(thief)).toBe(0n)
  })
})

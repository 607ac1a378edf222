// The plugin with a wallet that holds real keys, on a real runtime.
import { type PolkadotStack, startPolkadot } from '@latchkey/devstack/polkadot'
import { Balance, Send, SignMessage, SignTransaction, type StorageAdapter } from '@latchkey/kernel/contracts'
import { Connector } from '@latchkey/kernel/plugin'
import { NativeBalances, Session } from '@latchkey/kernel/wallet'
import { type Kernel, memoryStorage } from '@latchkey/kernel'
import { createPolkadotTestWallet, type PolkadotTestWallet } from '@latchkey/testkit/polkadot'
import { ApiPromise, Keyring, WsProvider } from '@polkadot/api'
import type { SignerPayloadJSON } from '@polkadot/types/types'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { capabilityOf, createTestKernel, faultOf } from '../test/context.js'
import {
  definePolkadotNetwork,
  PolkadotBalance,
  type PolkadotNetwork,
  PolkadotProvider,
  SignPayload,
} from './index.js'
import { encodeSs58 } from './ss58.js'

/** The node makes a block for every transaction, but not at once. */
const patience = { timeout: 20_000 }
const dead = 'ws://127.0.0.1:9'
const coin = 10n ** 12n
let stack: PolkadotStack
let network: PolkadotNetwork
let wallet: PolkadotTestWallet
let takeOut: () => void
const kernels: Kernel[] = []

const networkWith = (rpcUrls: readonly string[]) =>
  definePolkadotNetwork({
    genesisHash: stack.genesisHash,
    ss58Prefix: stack.ss58Prefix,
    name: 'Local',
    nativeCurrency: { name: 'Rococo', symbol: stack.symbol, decimals: stack.decimals },
    rpcUrls,
    testnet: true,
  })

async function start(rpcUrls = [stack.url], storage: StorageAdapter = memoryStorage()) {
  const kernel = createTestKernel({ networks: [networkWith(rpcUrls)] }, { storage })
  kernels.push(kernel)
  await kernel.start()
  return kernel
}

async function connected(rpcUrls?: string[]) {
  const kernel = await start(rpcUrls)
  const session = kernel.get(Session)
  await session.connect({ connectorId: kernel.list(Connector)[0]?.id ?? '' })
  const account = session.activeAccount('polkadot')
  if (!account) throw new Error('no account')
  return { kernel, session, account, networkId: network.id, provider: session.provider(PolkadotProvider) }
}

type Connected = Awaited<ReturnType<typeof connected>>
const freshAddress = () => encodeSs58(crypto.getRandomValues(new Uint8Array(32)), stack.ss58Prefix)
const prepare = ({ kernel, account, networkId, provider }: Connected, to: string, amount: bigint) =>
  capabilityOf(kernel, Send).prepare({ networkId, provider, from: account, to, amount })

beforeAll(async () => {
  stack = await startPolkadot()
  network = networkWith([stack.url])
})
afterAll(() => stack?.stop())
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  wallet = createPolkadotTestWallet()
  takeOut = wallet.inject()
})
afterEach(async () => {
  takeOut()
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
  vi.unstubAllGlobals()
})

describe('balances', () => {
  it('are those of the node, with all four figures', async () => {
    const { kernel, account, networkId } = await connected()
    const { address } = account
    const onNode = await stack.balanceOf(address)
    expect(await capabilityOf(kernel, Balance).native({ networkId, address })).toEqual({
      value: onNode,
      decimals: stack.decimals,
      symbol: stack.symbol,
    })
    const figures = await capabilityOf(kernel, PolkadotBalance).read({ networkId, address })
    expect(figures.reserved.value).toBe(0n)
    expect(figures.frozen.value).toBe(0n)
    expect(figures.existentialDeposit.value).toBeGreaterThan(0n)
    expect(figures.transferable.value).toBe(onNode - figures.existentialDeposit.value)
    const empty = await capabilityOf(kernel, PolkadotBalance).read({ networkId, address: freshAddress() })
    expect([empty.free.value, empty.transferable.value]).toEqual([0n, 0n])
    const text = await faultOf(capabilityOf(kernel, Balance).native({ networkId, address: 'nonsense' }))
    expect(text).toMatchInlineSnapshot(`
      "ADDRESS_INVALID: This is not an address of Local.

      Received: "nonsense"
      Expected: SS58 of a 32-byte account, with the prefix of any network."
    `)
  })

  it('go on with a dead endpoint, and with one of another chain, and say so when none is left', async () => {
    const { kernel, account, networkId } = await connected([dead, stack.url])
    await kernel.get(NativeBalances).refresh(networkId, account.address)
    expect(kernel.get(NativeBalances).get(networkId, account.address)?.status).toBe('success')
    const alone = await start([dead])
    const text = await faultOf(capabilityOf(alone, Balance).native({ networkId, address: account.address }))
    expect(text).toMatchInlineSnapshot(`
      "POLKADOT_RPC_UNREACHABLE: Local can’t be reached. Check the connection and try again.

      127.0.0.1:9: An endpoint of the network did not answer."
    `)
    const other = definePolkadotNetwork({
      ...network,
      genesisHash: `0x${'ab'.repeat(32)}`,
      rpcUrls: [stack.url],
    })
    const wrong = createTestKernel({ networks: [other] })
    kernels.push(wrong)
    const mismatch = await faultOf(
      capabilityOf(wrong, Balance).native({ networkId: other.id, address: account.address }),
    )
    expect(mismatch).toContain('serves another chain')
  })
})

describe('the session', () => {
  it('is there again after a reload without a question, and ends', async () => {
    const storage = memoryStorage()
    const first = await start([stack.url], storage)
    await first.get(Session).connect({ connectorId: `polkadot.injected.${wallet.id}` })
    const address = first.get(Session).activeAccount('polkadot')?.address
    await first.dispose()
    wallet.control.setApproval('ask')
    const second = await start([stack.url], storage)
    await vi.waitFor(() => expect(second.get(Session).state.restored).toBe(true))
    expect(second.get(Session).activeAccount('polkadot')?.address).toBe(address)
    expect(wallet.control.pending).toEqual([])
    await second.get(Session).disconnect()
    expect(wallet.control.listenerCount('accounts')).toBe(0)
    await second.dispose()
    const third = await start([stack.url], storage)
    await vi.waitFor(() => expect(third.get(Session).state.restored).toBe(true))
    expect(third.get(Session).activeAccount('polkadot')).toBeUndefined()
  })

  it('follows the wallet when it switches accounts and locks', async () => {
    const { session } = await connected()
    wallet.control.switchAccount('5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty')
    expect(session.activeAccount('polkadot')?.address).toBe(stack.accounts[1]?.address)
    wallet.control.lock()
    await vi.waitFor(() => expect(session.activeAccount('polkadot')).toBeUndefined())
    // The page waits for accounts to come back.
    await vi.waitFor(() => expect(wallet.control.listenerCount('accounts')).toBe(1))
  })
})

describe('signing', () => {
  it('signs so that anyone can verify, and takes no for an answer', async () => {
    const { kernel, account, networkId, provider } = await connected()
    const sign = (message: string | Uint8Array) =>
      capabilityOf(kernel, SignMessage).sign({ account, networkId, provider, message })
    const { signature, type, signedMessage } = await sign('hello')
    expect(type).toBe('sr25519')
    expect(signatureVerify(signedMessage ?? '', signature, account.address).isValid).toBe(true)
    expect(signatureVerify('hello', signature, account.address).isValid).toBe(true)
    expect(signatureVerify('hullo', signature, account.address).isValid).toBe(false)
    const bytes = await sign(Uint8Array.of(0, 255, 1))
    expect(signatureVerify(Uint8Array.of(0, 255, 1), bytes.signature, account.address).isValid).toBe(true)
    wallet.control.rejectNext('signRaw')
    expect(await faultOf(sign('no'))).toContain('USER_REJECTED')
  })

  it('signs a transaction and a payload of the app’s own, for the app to send', async () => {
    const { kernel, account, networkId, provider } = await connected()
    const api = await ApiPromise.create({ provider: new WsProvider(stack.url) as never, noInitWarn: true })
    try {
      const to = freshAddress()
      const unsigned = api.tx['balances']!['transferKeepAlive']!(to, coin)
      const request = { account, networkId, provider }
      const signer = capabilityOf(kernel, SignTransaction)
      const signed = await signer.sign({ ...request, transaction: unsigned.toU8a() })
      await api.rpc.author.submitExtrinsic(signed)
      await vi.waitFor(async () => expect(await stack.balanceOf(to)).toBe(coin), patience)
      expect(await faultOf(signer.sign({ ...request, transaction: signed }))).toContain('TRANSACTION_INVALID')
      expect(await faultOf(signer.sign({ ...request, transaction: Uint8Array.of(1, 2) }))).toContain(
        'TRANSACTION_INVALID',
      )
      const { nonce } = (await api.query['system']!['account']!(account.address)) as unknown as {
        nonce: number
      }
      const payload = api.registry
        .createType('SignerPayload', {
          address: account.address,
          blockHash: api.genesisHash,
          blockNumber: 0,
          era: 0,
          genesisHash: api.genesisHash,
          method: unsigned.method,
          nonce,
          runtimeVersion: api.runtimeVersion,
          signedExtensions: api.registry.signedExtensions,
          tip: 0,
          version: 4,
        } as never)
        .toPayload()
      const own = capabilityOf(kernel, SignPayload)
      const { signature } = await own.sign({ ...request, payload })
      unsigned.addSignature(account.address, signature, payload)
      await api.rpc.author.submitExtrinsic(unsigned.toU8a())
      await vi.waitFor(async () => expect(await stack.balanceOf(to)).toBe(2n * coin), patience)
      const foreign = { ...payload, genesisHash: `0x${'00'.repeat(32)}` as const }
      expect(await faultOf(own.sign({ ...request, payload: foreign }))).toContain('TRANSACTION_INVALID')
    } finally {
      await api.disconnect()
    }
  })
})

describe('sending', () => {
  it('is taken up by another page, and told whether a block has it', async () => {
    const context = await connected()
    const { account, networkId } = context
    const submitted = await (await prepare(context, freshAddress(), coin)).submit()
    const trail = (await submitted.trail) ?? ''
    expect(trail).toMatch(/^\d+-\d+$/)
    expect(await submitted.wait()).toEqual({ status: 'confirmed' })
    await context.kernel.dispose()
    const { follow } = capabilityOf(await start(), Send)
    const question = { networkId, from: account.address, id: submitted.id, trail, sentAt: Date.now() }
    expect(await (await follow!(question)).wait()).toEqual({ status: 'confirmed' })
    // Of blocks that are there, none has it: the network will not take it any more.
    const [first = 0] = trail.split('-').map(Number)
    const missed = { ...question, id: `0x${'ab'.repeat(32)}`, trail: `0-${first}` }
    expect(await (await follow!(missed)).wait()).toEqual({
      status: 'failed',
      code: 'TRANSACTION_EXPIRED',
      reason: 'The network did not take the transaction in time. Nothing was sent: try again.',
    })
    for (const unknown of ['', '9-1', '0-99999', 'x']) {
      await expect((await follow!({ ...question, trail: unknown })).wait()).rejects.toMatchObject({
        code: 'TRANSACTION_UNDECIDED',
      })
    }
    await expect(follow!({ ...question, id: '0x12' })).rejects.toMatchObject({
      code: 'TRANSACTION_ID_INVALID',
    })
  })

  it('prices, says what to know, sends once, and the balance moves', async () => {
    const context = await connected()
    const { account } = context
    const to = freshAddress()
    const before = await stack.balanceOf(account.address)
    const prepared = await prepare(context, to, 2n * coin)
    expect(prepared.fee.value).toBeGreaterThan(0n)
    expect(prepared.notices.map(({ code }) => code)).toEqual(['RECEIVER_NEW', 'EXISTENTIAL_DEPOSIT_KEPT'])
    const [first, second] = await Promise.all([prepared.submit(), prepared.submit()])
    expect(first).toBe(second)
    expect(first.id).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await first.wait()).toEqual({ status: 'confirmed' })
    expect(await stack.balanceOf(to)).toBe(2n * coin)
    const spent = before - (await stack.balanceOf(account.address))
    expect(spent).toBeGreaterThan(2n * coin)
    expect(spent).toBeLessThanOrEqual(2n * coin + prepared.fee.value)
    expect(wallet.control.requests.filter(({ method }) => method === 'signPayload')).toHaveLength(1)
  })

  it('writes the receiver in the network’s form, and says so', async () => {
    const context = await connected()
    const key = crypto.getRandomValues(new Uint8Array(32))
    const prepared = await prepare(context, encodeSs58(key, 2), coin)
    expect(prepared.notices.map(({ code }) => code)).toContain('RECEIVER_OTHER_PREFIX')
    expect(prepared.changes?.[1]?.address).toBe(encodeSs58(key, stack.ss58Prefix))
  })

  it('keeps the account open: the deposit stays, the maximum leaves it, more is refused', async () => {
    const context = await connected()
    const { kernel, account, networkId, provider } = context
    const to = freshAddress()
    const { value } = await capabilityOf(kernel, Send).maximum({ networkId, provider, from: account, to })
    const figures = await capabilityOf(kernel, PolkadotBalance).read({ networkId, address: account.address })
    const deposit = figures.existentialDeposit.value
    expect(value).toBeGreaterThan(0n)
    expect(value).toBeLessThan(figures.transferable.value)
    const all = await prepare(context, to, value)
    expect(await faultOf(prepare(context, to, value + deposit / 2n))).toContain('EXISTENTIAL_DEPOSIT_NEEDED')
    expect(await faultOf(prepare(context, to, figures.free.value * 2n))).toMatch(/^INSUFFICIENT_FUNDS/)
    expect(await faultOf(prepare(context, to, deposit - 1n))).toMatch(/^AMOUNT_BELOW_EXISTENTIAL_DEPOSIT/)
    expect(await faultOf(prepare(context, to, 0n))).toMatch(/^AMOUNT_INVALID/)
    expect(await faultOf(prepare(context, 'nobody', coin))).toMatch(/^ADDRESS_INVALID/)
    // Bob pays, so that the other tests keep Alice's coins.
    expect(all.fee.value).toBeGreaterThan(0n)
    wallet.control.switchAccount(stack.accounts[1]?.address ?? '')
    const bob = kernel.get(Session).activeAccount('polkadot')
    if (!bob) throw new Error('no account')
    const most = await capabilityOf(kernel, Send).maximum({ networkId, provider, from: bob, to })
    const held = await stack.balanceOf(bob.address)
    const request = { networkId, provider, from: bob, to, amount: most.value, everything: true }
    const last = await capabilityOf(kernel, Send).prepare(request)
    expect(last.amount?.value).toBe(held - deposit - last.fee.value)
    expect(last.amount?.value).toBeGreaterThan(most.value)
    expect(await (await last.submit()).wait()).toEqual({ status: 'confirmed' })
    // What the fee turned out smaller than the node said goes to the receiver, too.
    expect(await stack.balanceOf(bob.address)).toBe(deposit)
    expect(await stack.balanceOf(to)).toBeGreaterThanOrEqual(last.amount?.value ?? 0n)
  })

  it('takes no for an answer, and can be tried again', async () => {
    const context = await connected()
    const to = freshAddress()
    const prepared = await prepare(context, to, coin)
    wallet.control.rejectNext('signPayload')
    expect(await faultOf(prepared.submit())).toContain('USER_REJECTED')
    expect(await stack.balanceOf(to)).toBe(0n)
    expect(await (await prepared.submit()).wait()).toEqual({ status: 'confirmed' })
    expect(await stack.balanceOf(to)).toBe(coin)
  })

  it('says whether the wallet was asked, so that no second press pays what may have left', async () => {
    const context = await connected()
    const prepared = await prepare(context, freshAddress(), coin)
    expect(prepared.isHandedOver?.()).toBe(false)
    wallet.control.rejectNext('signPayload')
    await faultOf(prepared.submit())
    expect(prepared.isHandedOver?.()).toBe(true)

    const rubbish = { ...context.provider!, signer: { signPayload: async () => ({ signature: '0x12' }) } }
    const other = await prepare(
      { ...context, provider: rubbish } as unknown as Connected,
      freshAddress(),
      coin,
    )
    expect(await faultOf(other.submit())).toContain('WALLET_ANSWER_INVALID')
    expect(other.isHandedOver?.()).toBe(true)

    const calledOff = new AbortController()
    const { kernel, account: from, networkId, provider } = context
    const early = await capabilityOf(kernel, Send).prepare({
      networkId,
      provider,
      from,
      to: freshAddress(),
      amount: coin,
      signal: calledOff.signal,
    })
    calledOff.abort()
    await expect(early.submit()).rejects.toThrow()
    expect(early.isHandedOver?.()).toBe(false)
  })

  it('takes a whole transaction of the wallet in place of a signature, if it is the one that was asked for', async () => {
    const context = await connected()
    const { signer, ...others } = context.provider!
    await cryptoWaitReady()
    const alice = new Keyring({ type: 'sr25519', ss58Format: stack.ss58Prefix }).addFromUri('//Alice')
    expect(alice.address).toBe(context.account.address)
    const api = await ApiPromise.create({ provider: new WsProvider(stack.url) as never, noInitWarn: true })
    const to = freshAddress()
    const answering = (sign: (payload: SignerPayloadJSON) => Promise<Uint8Array>) => ({
      ...others,
      signer: {
        async signPayload(payload: never) {
          return { ...(await signer.signPayload!(payload)), signedTransaction: await sign(payload) }
        },
      },
    })
    const submit = async (change: object, receiver = to) => {
      const provider = answering(async (payload) => {
        const extrinsic = api.tx['balances']!['transferKeepAlive']!(receiver, coin)
        const { blockHash, era, nonce, genesisHash } = payload
        const lifetime = { blockHash, era: api.createType('ExtrinsicEra', era), genesisHash }
        const { runtimeVersion } = api
        return extrinsic.sign(alice, { ...lifetime, nonce, runtimeVersion, ...change } as never).toU8a()
      })
      return (await prepare({ ...context, provider } as Connected, to, coin)).submit()
    }
    try {
      for (const [what, sent] of [
        ['a tip', submit({ tip: 5 })],
        ['another nonce', submit({ nonce: 10_000 })],
        ['another call', submit({}, freshAddress())],
        ['another lifetime', submit({ era: 0, blockHash: api.genesisHash })],
      ] as const) {
        expect(await faultOf(sent)).toContain(`signedTransaction with ${what}`)
      }
      expect(await stack.balanceOf(to)).toBe(0n)
      expect(await (await submit({})).wait()).toEqual({ status: 'confirmed' })
      expect(await stack.balanceOf(to)).toBe(coin)
    } finally {
      await api.disconnect()
    }
  })

  it('is refused by the node when the wallet’s signature is wrong', async () => {
    const context = await connected()
    const { signer, ...others } = context.provider!
    const forging = {
      ...others,
      signer: {
        async signPayload(payload: never) {
          const { signature } = await signer.signPayload!(payload)
          const other = signature[40] === '0' ? '1' : '0'
          return { signature: signature.slice(0, 40) + other + signature.slice(41) }
        },
      },
    }
    const prepared = await prepare(
      { ...context, provider: forging } as Connected,
      freshAddress(),
      5n * 10n ** 9n * 20n,
    )
    expect(await faultOf(prepared.submit())).toMatch(/^POLKADOT_SIGNATURE_INVALID/)
  })
})

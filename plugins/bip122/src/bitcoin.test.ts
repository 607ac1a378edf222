// The whole plugin over a real chain, with the test wallet behind each of its three faces.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type BitcoinStack, startBitcoin } from '@latchkey/devstack/bitcoin'
import { type Account, Connector, Namespace } from '@latchkey/kernel/plugin'
import {
  findCapability,
  Balance,
  Calls,
  type CallsStep,
  type Capability,
  type PreparedSend,
  Replace,
  Send,
  SignMessage,
  SignTransaction,
  type StorageAdapter,
} from '@latchkey/kernel/contracts'
import { Networks, Session } from '@latchkey/kernel/wallet'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { type BitcoinTestWallet, createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import { Verifier } from 'bip322-js'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bip122,
  BitcoinCalls,
  type BitcoinCall,
  Bip122Provider,
  type Bip122Options,
  bitcoinMainnet,
  bitcoinRegtest,
  SignPsbt,
  UtxoSource,
} from './index.js'

const networkId = bitcoinRegtest.id
const receiver = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
let stack: BitcoinStack
const kernels: Kernel[] = []
const wallets: (() => void)[] = []

beforeAll(async () => {
  stack = await startBitcoin()
})
afterAll(() => stack?.stop())
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
})
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
  for (const leave of wallets.splice(0)) leave()
  vi.unstubAllGlobals()
})

/** A key of its own for every test, so that no test sees another one's coins. */
let seeds = 0
const freshSeed = () => {
  seeds += 1
  return Buffer.from(`latchkey bip122 plugin test ${process.pid} ${seeds}`).toString('hex').slice(0, 100)
}

type Face = readonly [name: string, put: (wallet: BitcoinTestWallet) => () => void]
const standard: Face = ['Wallet Standard', (wallet) => wallet.register()]
const faces: readonly Face[] = [
  standard,
  ['WBIP-004', (wallet) => wallet.injectProvider()],
  ['UniSat', (wallet) => wallet.injectUnisat()],
]

interface Setting {
  readonly storage?: StorageAdapter
  readonly options?: Bip122Options
}

async function start({ storage = memoryStorage(), options }: Setting = {}): Promise<Kernel> {
  const kernel = createKernel(
    [bip122({ networks: [bitcoinRegtest], esploraUrls: { [networkId]: stack.url }, ...options })],
    { storage, onPluginError: 'throw', logLevel: 'silent' },
  )
  kernels.push(kernel)
  await kernel.start()
  return kernel
}

const onlyWallet = (kernel: Kernel) => kernel.list(Connector)[0]?.id ?? ''

async function connect(face: Face, setting: Setting = {}) {
  const wallet = createBitcoinTestWallet({ esploraUrl: stack.url, seed: freshSeed() })
  wallets.push(face[1](wallet))
  const kernel = await start(setting)
  const session = kernel.get(Session)
  await session.connect({ connectorId: onlyWallet(kernel) })
  const capabilities = kernel.list(Namespace)[0]?.capabilities as readonly Capability[]
  const account = session.activeAccount('bip122') as Account
  const provider = session.provider(Bip122Provider)
  return { wallet, kernel, session, account, provider, capabilities, base: { networkId, provider } }
}

type Bench = Awaited<ReturnType<typeof connect>>
const get = <T>({ capabilities }: Bench, token: Parameters<typeof findCapability<T>>[1]) =>
  findCapability(capabilities, token) as T
const methods = ({ wallet }: Bench) => wallet.control.requests.map(({ method }) => method)
const prepare = (bench: Bench, amount: bigint, more = {}): Promise<PreparedSend> =>
  get(bench, Send).prepare({ ...bench.base, from: bench.account, to: receiver, amount, ...more })

it('pays once when the service takes a payment and does not say so', async () => {
  const silent = createServer(async (request, response) => {
    const body = request.method === 'POST' ? await text(request) : undefined
    const answer = await fetch(`${stack.url}${request.url}`, { method: request.method!, body: body ?? null })
    if (request.method === 'POST') response.destroy()
    else response.writeHead(answer.status).end(await answer.text())
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const bench = await connect(standard, { options: { esploraUrls: { [networkId]: url } } })
  await stack.faucet(bench.account.address, 100_000n)
  const before = await stack.balanceOf(receiver)
  const prepared = await prepare(bench, 40_000n)
  const sent = await prepared.submit()
  await stack.mine(1)
  expect(await sent.wait()).toEqual({ status: 'confirmed' })
  expect((await stack.balanceOf(receiver)) - before).toBe(40_000n)
  silent.closeAllConnections()
  await new Promise((resolve) => silent.close(resolve))
})

describe('a payment that waits', () => {
  /** 40,000 satoshis, for as little as the network takes. */
  async function waiting() {
    const bench = await connect(standard)
    await stack.faucet(bench.account.address, 100_000n)
    const before = await stack.balanceOf(receiver)
    const sent = await (await prepare(bench, 40_000n, { feeLevel: 'slow' })).submit()
    const request = { ...bench.base, from: bench.account, id: sent.id }
    const received = async () => (await stack.balanceOf(receiver)) - before
    return { bench, sent, request, received, replace: get(bench, Replace) }
  }

  it('is made faster by one that pays the same, more to the network, and takes its place', async () => {
    const { sent, request, received, replace } = await waiting()
    const found = await replace.find(request)
    expect(found).toMatchObject({ ways: ['faster', 'cancel'], record: { id: sent.id, operation: 'send' } })
    const prepared = await replace.prepare({ ...request, way: 'faster' })
    expect(prepared).toMatchObject({ isCertain: true, previousFee: found.fee })
    // A satoshi for each of its 141 virtual bytes, beside the fee before.
    expect(prepared.fee.value - prepared.previousFee.value).toBeGreaterThanOrEqual(140n)
    const [submitted, same] = await Promise.all([prepared.submit(), prepared.submit()])
    expect(same).toBe(submitted)
    expect(await submitted.takesPlace).toBe(true)
    await expect(replace.find(request)).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOUND' })
    const { trail } = submitted
    await stack.mine()
    const decision = { status: 'confirmed', which: 'replacement', taken: submitted.id }
    expect(await submitted.wait()).toEqual(decision)
    expect(await received()).toBe(40_000n)
    const known = await trail
    const later = await replace.follow({
      ...{
        networkId,
        from: request.from.address,
        id: submitted.id,
        sentAt: 0,
        replaced: sent.id,
        way: 'faster',
      },
      ...(known ? { trail: known } : {}),
    })
    expect(await later.wait()).toEqual(decision)
    await expect(replace.find({ ...request, id: submitted.id })).rejects.toMatchObject({
      code: 'TRANSACTION_DECIDED',
    })
  })

  it('is canceled by one that brings everything back but the fee', async () => {
    const { bench, request, received, replace } = await waiting()
    const prepared = await replace.prepare({ ...request, way: 'cancel' })
    expect(prepared.record).toMatchObject({ operation: 'cancel', transfers: [] })
    const submitted = await prepared.submit()
    expect((await replace.find({ ...request, id: submitted.id })).ways).toEqual(['faster'])
    await stack.mine()
    expect(await submitted.wait()).toMatchObject({ which: 'replacement' })
    expect(await received()).toBe(0n)
    expect(await stack.balanceOf(bench.account.address)).toBe(100_000n - prepared.fee.value)
  })

  it('whose change a later payment spends is not replaced, the later one is', async () => {
    const { bench, request, replace } = await waiting()
    const later = await (await prepare(bench, 20_000n, { feeLevel: 'slow' })).submit()
    await expect(replace.find(request)).rejects.toMatchObject({ code: 'REPLACEMENT_HAS_LATER' })
    const prepared = await replace.prepare({ ...request, id: later.id, way: 'faster' })
    const submitted = await prepared.submit()
    await stack.mine()
    expect(await submitted.wait()).toMatchObject({ which: 'replacement' })
    // The first page tells of the same payment as made.
    expect(await later.wait()).toEqual({ status: 'confirmed' })
  })

  it('that a block took meanwhile is not replaced, and the wallet is not asked', async () => {
    const { bench, request, replace } = await waiting()
    const prepared = await replace.prepare({ ...request, way: 'cancel' })
    await stack.mine()
    const asked = methods(bench).length
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'TRANSACTION_DECIDED' })
    expect([prepared.isHandedOver(), methods(bench).length]).toEqual([false, asked])
  })

  it('of another account is left alone', async () => {
    const { bench, request, replace } = await waiting()
    const from = { ...bench.account, address: bench.wallet.accounts[1]!.payment }
    await expect(replace.find({ ...request, from })).rejects.toMatchObject({ code: 'REPLACEMENT_OF_OTHER' })
  })

  it('whose change can’t pay for more is not made faster', async () => {
    const bench = await connect(standard)
    await stack.faucet(bench.account.address, 100_000n)
    const { value } = await get(bench, Send).maximum({ ...bench.base, from: bench.account, to: receiver })
    const { id } = await (await prepare(bench, value)).submit()
    const request = { ...bench.base, from: bench.account, id }
    await expect(get(bench, Replace).prepare({ ...request, way: 'faster' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
    expect((await get(bench, Replace).prepare({ ...request, way: 'cancel' })).fee.value).toBeGreaterThan(0n)
  })
})

describe('a payment that waits and can’t be replaced', () => {
  const rates = { normal: 10, fast: 12 }
  const rateAtNode = async (id: string) => {
    const known = await stack.ancestorsOf(id)
    return { ...known, rate: Number(known?.fees) / Number(known?.size) }
  }

  /** The first bench is paid by the second one. */
  async function paid(amount = 40_000n, feeLevel: 'slow' | 'fast' = 'slow') {
    const bench = await connect(standard)
    vi.stubGlobal('window', new EventTarget())
    const payer = await connect(standard)
    await stack.faucet(payer.account.address, 100_000n)
    const pay = async (sats: bigint, level: 'slow' | 'fast') =>
      (await prepare(payer, sats, { to: bench.account.address, feeLevel: level })).submit()
    const { id } = await pay(amount, feeLevel)
    const request = { ...bench.base, from: bench.account, id }
    return { bench, payer, pay, id, request, replace: get(bench, Replace) }
  }

  it('gets through with a child that pays for both: the node counts the wanted rate, and one block takes them', async () => {
    const { bench, payer, id, request, replace } = await paid()
    expect(replace.incoming).toBe(true)
    const found = await replace.find(request)
    expect(found).toMatchObject({
      ways: ['child'],
      record: { id, operation: 'receive', from: payer.account.address, status: 'pending' },
    })
    const before = await rateAtNode(id)
    expect(found.fee.value).toBe(before.fees)
    const prepared = await replace.prepare({ ...request, way: 'child' })
    expect(prepared.child).toMatchObject({
      from: [payer.account.address],
      rate: { before: 1, unit: 'sat/vB' },
    })
    expect(prepared.child!.rate.after).toBeGreaterThanOrEqual(rates.fast)
    expect(prepared.child!.left.value + prepared.fee.value).toBe(40_000n)
    const submitted = await prepared.submit()
    const both = await rateAtNode(submitted.id)
    expect(both).toMatchObject({ count: 2, fees: prepared.previousFee.value + prepared.fee.value })
    // To the byte of a signature, of which the shortest isn't known before it is made.
    expect(both.rate).toBeGreaterThanOrEqual(rates.fast)
    expect(both.rate).toBeLessThan(rates.fast * 1.01)
    expect(await submitted.takesPlace).toBeUndefined()
    await stack.mine()
    const source = bench.kernel.get(UtxoSource)
    const [parent, child] = await Promise.all(
      [id, submitted.id].map((transactionId) => source.status({ networkId, transactionId })),
    )
    expect(parent).toMatchObject({ status: 'confirmed' })
    expect(child).toEqual(parent)
    const decision = { status: 'confirmed', which: 'replacement', taken: submitted.id }
    expect(await submitted.wait()).toEqual(decision)
    expect(await stack.balanceOf(bench.account.address)).toBe(prepared.child!.left.value)
    const trail = (await submitted.trail)!
    const later = { networkId, from: bench.account.address, sentAt: 0, id: submitted.id, trail }
    expect(await (await replace.follow({ ...later, replaced: id, way: 'child' })).wait()).toEqual(decision)
  })

  it('of the account’s own, which signals no replacement, gets through by its change', async () => {
    const bench = await connect(standard)
    const { address } = bench.account
    const hash = await stack.faucet(address, 100_000n)
    const source = bench.kernel.get(UtxoSource)
    const [coin] = await source.utxos({ networkId, address })
    const psbt = new Psbt({
      network: {
        bech32: 'bcrt',
        pubKeyHash: 0x6f,
        scriptHash: 0xc4,
        wif: 0xef,
        messagePrefix: '',
        bip32: { public: 0, private: 0 },
      },
    })
    const nonWitnessUtxo = await source.transaction({ networkId, transactionId: hash })
    psbt.addInput({ hash, index: coin!.output, nonWitnessUtxo })
    psbt.addOutput({ address: receiver, value: 30_000n }).addOutput({ address, value: 69_800n })
    const signed = { ...bench.base, account: bench.account, psbt: psbt.toBase64(), broadcast: true }
    const { transactionId: id } = await get(bench, SignPsbt).sign(signed)
    const request = { ...bench.base, from: bench.account, id: id! }
    const found = await get(bench, Replace).find(request)
    expect(found).toMatchObject({ ways: ['child'], fee: { value: 200n }, record: { operation: 'send' } })
    expect(found.record.transfers).toMatchObject([{ direction: 'out', amount: { value: 30_000n } }])
    await expect(get(bench, Replace).prepare({ ...request, way: 'faster' })).rejects.toMatchObject({
      code: 'REPLACEMENT_UNSUPPORTED',
    })
    const submitted = await (await get(bench, Replace).prepare({ ...request, way: 'child' })).submit()
    expect((await rateAtNode(submitted.id)).rate).toBeGreaterThanOrEqual(rates.fast)
    // The child signals a replacement, and can be made faster itself.
    expect((await get(bench, Replace).find({ ...request, id: submitted.id })).ways).toEqual(['faster'])
  })

  it('is paid for with all that waits before it', async () => {
    const { pay, request, replace } = await paid(20_000n)
    const { id } = await pay(30_000n, 'slow')
    const submitted = await (await replace.prepare({ ...request, id, way: 'child' })).submit()
    const all = await rateAtNode(submitted.id)
    expect(all.count).toBe(3)
    expect(all.rate).toBeGreaterThanOrEqual(rates.fast)
    expect(all.rate).toBeLessThan(rates.fast * 1.01)
  })

  it('gets nothing from one before it that pays for itself', async () => {
    const { id: first, pay, request, replace } = await paid(20_000n, 'fast')
    const { id } = await pay(30_000n, 'slow')
    const submitted = await (await replace.prepare({ ...request, id, way: 'child' })).submit()
    const [all, before] = await Promise.all([rateAtNode(submitted.id), rateAtNode(first)])
    const rest = Number(all.fees! - before.fees!) / (all.size! - before.size!)
    expect(rest).toBeGreaterThanOrEqual(rates.fast)
  })

  it('is left where a child would cost more than it brings, or isn’t needed', async () => {
    const small = await paid(2_000n)
    const tooMuch = small.replace.prepare({ ...small.request, way: 'child' })
    await expect(tooMuch).rejects.toMatchObject({ code: 'CHILD_TOO_EXPENSIVE' })
    await expect(tooMuch).rejects.toThrowErrorMatchingSnapshot()
    const later = await small.pay(4_000n, 'slow')
    // It would have to pay for the first one too.
    const both = small.replace.prepare({ ...small.request, id: later.id, way: 'child' })
    await expect(both).rejects.toMatchObject({ code: 'CHILD_TOO_EXPENSIVE' })
    vi.stubGlobal('window', new EventTarget())
    const fast = await paid(40_000n, 'fast')
    const needless = fast.replace.prepare({ ...fast.request, way: 'child' })
    await expect(needless).rejects.toMatchObject({ code: 'CHILD_NOT_NEEDED' })
    await expect(needless).rejects.toThrowErrorMatchingSnapshot()
  })

  it('warns of a fee that is more than a tenth of what is spent', async () => {
    const { request, replace } = await paid(8_000n)
    const { notices } = await replace.prepare({ ...request, way: 'child' })
    expect(notices).toMatchSnapshot()
  })

  it('asks no wallet once a block has it, or once the money is spent', async () => {
    const { bench, request, replace } = await paid()
    const prepared = await replace.prepare({ ...request, way: 'child' })
    const later = await (await prepare(bench, 10_000n, { feeLevel: 'slow' })).submit()
    const asked = methods(bench).length
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'CHILD_SPENT' })
    await expect(replace.find(request)).rejects.toMatchObject({ code: 'CHILD_SPENT' })
    expect((await replace.find({ ...request, id: later.id })).ways).toContain('faster')
    await stack.mine()
    await expect(replace.find(request)).rejects.toMatchObject({ code: 'TRANSACTION_DECIDED' })
    expect([prepared.isHandedOver(), methods(bench).length]).toEqual([false, asked])
  })

  it('is not followed by a child when its sender replaced it', async () => {
    const { payer, bench, request, replace } = await paid()
    const prepared = await replace.prepare({ ...request, way: 'child' })
    const own = { ...payer.base, from: payer.account, id: request.id }
    await (await get(payer, Replace).prepare({ ...own, way: 'cancel' })).submit()
    const asked = methods(bench).length
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'TRANSACTION_NOT_FOUND' })
    expect(methods(bench).length).toBe(asked)
  })
})

describe.each(faces)('%s', (...face) => {
  it('connects, reads the balance, and takes the session up after a reload without a prompt', async () => {
    const storage = memoryStorage()
    const bench = await connect(face, { storage })
    const { account, kernel, wallet } = bench
    expect(account).toMatchObject({ kind: 'payment', address: wallet.accounts[0]?.payment })
    expect(account.publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
    await stack.faucet(account.address, 50_000n)
    expect(await get(bench, Balance).native({ networkId, address: account.address })).toEqual({
      value: 50_000n,
      symbol: 'BTC',
      decimals: 8,
    })
    await kernel.dispose()
    wallet.control.rejectAll()
    const session = (await start({ storage })).get(Session)
    await vi.waitFor(() => expect(session.state.restored).toBe(true), 5_000)
    expect(session.activeAccount('bip122')).toEqual(account)
  })

  it('signs a message that a verifier nobody here wrote accepts', async () => {
    const bench = await connect(face)
    const message = 'Sign in to example.com\nnonce: 7'
    const { signature, type } = await get(bench, SignMessage).sign({
      ...bench.base,
      account: bench.account,
      message,
    })
    expect(type).toBe('bip322-simple')
    expect(Verifier.verifySignature(bench.account.address, message, signature)).toBe(true)
  })

  it('shows the fee before the wallet opens, sends, and the money moves on the node', async () => {
    const bench = await connect(face)
    const { account, wallet } = bench
    await stack.faucet(account.address, 100_000n)
    await stack.faucet(account.address, 60_000n)
    const before = await stack.balanceOf(receiver)
    const asked = wallet.control.requests.length
    const prepared = await prepare(bench, 120_000n)
    expect(prepared.fee.value).toBeGreaterThan(0n)
    expect(wallet.control.requests.slice(asked).filter(({ method }) => /sign|send/i.test(method))).toEqual([])
    const [first, second] = await Promise.all([prepared.submit(), prepared.submit()])
    expect(second).toBe(first)
    expect(await stack.balanceOf(receiver)).toBe(before + 120_000n)
    const left = await stack.balanceOf(account.address)
    if (face[0] === 'Wallet Standard') expect(left).toBe(40_000n - prepared.fee.value)
    else expect(prepared.notices.map(({ code }) => code)).toContain('FEE_SET_BY_WALLET')
    expect(left).toBeGreaterThan(0n)
    await stack.mine()
    expect(await first.wait()).toEqual({ status: 'confirmed' })
  })

  it('says that the person declined, sends nothing, and can be tried again', async () => {
    const bench = await connect(face)
    await stack.faucet(bench.account.address, 100_000n)
    const before = await stack.balanceOf(receiver)
    const prepared = await prepare(bench, 20_000n)
    bench.wallet.control.rejectNext()
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(await stack.balanceOf(receiver)).toBe(before)
    await prepared.submit()
    expect(await stack.balanceOf(receiver)).toBe(before + 20_000n)
  })

  it('follows the wallet to another account, and ends when the wallet ends it', async () => {
    const { session, wallet } = await connect(face)
    const other = wallet.accounts[1]!.payment
    wallet.control.switchAccount(other)
    await vi.waitFor(() => expect(session.activeAccount('bip122')?.address).toBe(other))
    wallet.control.disconnect()
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
  })

  it('signs a PSBT of its own inputs, finalises and broadcasts it', async () => {
    const bench = await connect(face)
    const { account } = bench
    const transactionId = await stack.faucet(account.address, 70_000n)
    const source = bench.kernel.get(UtxoSource)
    const psbt = new Psbt({
      network: {
        bech32: 'bcrt',
        pubKeyHash: 0x6f,
        scriptHash: 0xc4,
        wif: 0xef,
        messagePrefix: '',
        bip32: { public: 0, private: 0 },
      },
    })
    const [coin] = await source.utxos({ networkId, address: account.address })
    psbt.addInput({
      hash: transactionId,
      index: coin!.output,
      nonWitnessUtxo: await source.transaction({ networkId, transactionId }),
    })
    psbt.addOutput({ address: receiver, value: 60_000n })
    const before = await stack.balanceOf(receiver)
    const signer = get(bench, SignPsbt)
    const partly = await signer.sign({ ...bench.base, account, psbt: psbt.toHex() })
    expect(partly).toMatchObject({ complete: true })
    expect(partly.transaction).toBeUndefined()
    const bytes = await get(bench, SignTransaction).sign({
      ...bench.base,
      account,
      transaction: psbt.toBuffer(),
    })
    expect(Psbt.fromBuffer(bytes).data.inputs[0]?.partialSig).toHaveLength(1)
    const sent = await signer.sign({ ...bench.base, account, psbt: psbt.toBase64(), broadcast: true })
    expect(await source.status({ networkId, transactionId: sent.transactionId! })).toEqual({
      status: 'pending',
    })
    expect(await stack.balanceOf(receiver)).toBe(before + 60_000n)
  })
})

describe('a payment that is built here', () => {
  it('flags that it can be replaced, keeps to the rate, and gives no dust back', async () => {
    const bench = await connect(standard)
    await stack.faucet(bench.account.address, 50_000n)
    const cheap = await prepare(bench, 10_000n, { feeLevel: 'slow' })
    const fast = await prepare(bench, 10_000n, { feeLevel: 'fast' })
    const rates = await bench.kernel.get(UtxoSource).feeRates({ networkId })
    expect(rates.slow).toBeLessThanOrEqual(rates.normal)
    expect(rates.normal).toBeLessThanOrEqual(rates.fast)
    // One P2WPKH input, two P2WPKH outputs: 141 virtual bytes at most.
    expect(fast.fee.value).toBe(BigInt(rates.fast) * 141n)
    expect(cheap.fee.value).toBeLessThan(fast.fee.value)
    const { value } = await get(bench, Send).maximum({ ...bench.base, from: bench.account, to: receiver })
    const nearly = await prepare(bench, value - 100n)
    const { id } = await nearly.submit()
    const transaction = await (await fetch(`${stack.url}/tx/${id}`)).json()
    expect(transaction.vout).toHaveLength(1)
    expect(transaction.vin[0].sequence).toBe(0xfffffffd)
    expect(transaction.fee).toBe(Number(nearly.fee.value))
  })

  it('pays a part of a satoshi a byte where the node takes it, and no more to be replaced', async () => {
    const source = (await start()).get(UtxoSource)
    const feeRates = async () => ({ slow: 0.1, normal: 0.15, fast: 0.3 })
    const bench = await connect(standard, { options: { source: { ...source, feeRates } } })
    const from = bench.account
    await stack.faucet(from.address, 50_000n)
    const prepared = await prepare(bench, 10_000n, { feeLevel: 'slow' })
    const { id } = await prepared.submit()
    const size = async (transaction: string) => (await stack.ancestorsOf(transaction))?.size ?? 0
    // At the floor of the node: less for one byte, and it would have refused.
    expect(prepared.fee.value).toBe(BigInt(Math.ceil((await size(id)) / 10)))

    const replace = get(bench, Replace)
    const request = { ...bench.base, from, id, sentAt: 0 }
    const faster = await replace.prepare({ ...request, way: 'faster' })
    const submitted = await faster.submit()
    const room = await size(submitted.id)
    expect(Number(faster.fee.value)).toBeGreaterThanOrEqual(room * 0.3)
    expect(Number(faster.fee.value)).toBeLessThan(room * 0.3 + 2)
    await stack.mine()
    expect(await submitted.wait()).toMatchObject({ status: 'confirmed', which: 'replacement' })
  })

  it('sends the most that can be sent, to the last satoshi', async () => {
    const bench = await connect(standard)
    await stack.faucet(bench.account.address, 30_000n)
    await stack.faucet(bench.account.address, 25_000n)
    const maximum = await get(bench, Send).maximum({ ...bench.base, from: bench.account, to: receiver })
    const before = await stack.balanceOf(receiver)
    const prepared = await prepare(bench, maximum.value)
    expect(maximum.value + prepared.fee.value).toBe(55_000n)
    await prepared.submit()
    expect(await stack.balanceOf(receiver)).toBe(before + maximum.value)
    expect(await stack.balanceOf(bench.account.address)).toBe(0n)
    await expect(prepare(bench, 1_000n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })

  it('never spends from the ordinals address', async () => {
    const bench = await connect(standard)
    const ordinals = bench.session
      .activeConnection('bip122')
      ?.accounts.find(({ kind }) => kind === 'ordinals') as Account
    await stack.faucet(ordinals.address, 100_000n)
    await expect(prepare(bench, 10_000n, { from: ordinals })).rejects.toMatchObject({
      code: 'SEND_FROM_ORDINALS',
    })
    // Nor for a payment from the other address, which has nothing.
    await expect(prepare(bench, 10_000n)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    expect(await stack.balanceOf(ordinals.address)).toBe(100_000n)
  })

  it('sends taproot’s signature of a message by BIP-322 from the ordinals account', async () => {
    const bench = await connect(standard)
    const account = bench.session
      .activeConnection('bip122')
      ?.accounts.find(({ kind }) => kind === 'ordinals') as Account
    bench.session.setActiveAccount({
      namespace: 'bip122',
      connectionId: onlyWallet(bench.kernel),
      accountId: account.id,
    })
    expect(bench.session.activeAccount('bip122')).toEqual(account)
    const { signature, type } = await get(bench, SignMessage).sign({
      ...bench.base,
      account,
      message: 'mine',
    })
    expect(type).toBe('bip322-simple')
    expect(Verifier.verifySignature(account.address, 'mine', signature)).toBe(true)
  })

  it.each([
    ['an amount of nothing', 0n, {}, 'AMOUNT_INVALID'],
    ['less than nothing', -1n, {}, 'AMOUNT_INVALID'],
    ['more than there is', 2_100_000_000_000_001n, {}, 'AMOUNT_INVALID'],
    ['dust', 293n, {}, 'AMOUNT_BELOW_DUST'],
    [
      'an address of another network',
      10_000n,
      { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      'ADDRESS_INVALID',
    ],
    ['no address', 10_000n, { to: 'satoshi' }, 'ADDRESS_INVALID'],
    ['a token', 10_000n, { token: { address: 'x', decimals: 0, symbol: 'X' } }, 'TOKEN_UNSUPPORTED'],
    ['a network that is not listed', 10_000n, { networkId: bitcoinMainnet.id }, 'NETWORK_NOT_FOUND'],
    ['no wallet', 10_000n, { provider: {} }, 'PROVIDER_INVALID'],
  ])('refuses %s before the wallet opens', async (_, amount, more, code) => {
    const bench = await connect(standard)
    const asked = bench.wallet.control.requests.length
    const error = await prepare(bench, amount, more).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code })
    expect((error as Error).message).toMatchSnapshot()
    expect(methods(bench).slice(asked)).toEqual([])
  })

  it('tells a rejected broadcast from a network that is down', async () => {
    const bench = await connect(standard)
    const { account, kernel } = bench
    await stack.faucet(account.address, 40_000n)
    const first = await prepare(bench, 30_000n)
    const second = await prepare(bench, 31_000n)
    await second.submit()
    // The same coin again, at no higher fee.
    await expect(first.submit()).rejects.toMatchObject({ code: 'TRANSACTION_REFUSED' })
    await expect(kernel.get(UtxoSource).broadcast({ networkId, transaction: '00' })).rejects.toMatchObject({
      code: 'TRANSACTION_REFUSED',
    })
  })
})

describe('calls', () => {
  const note = new TextEncoder().encode('order 7')
  // P2WSH, BIP-173.
  const script = Uint8Array.from([0, 32, ...new Uint8Array(32).fill(7)])
  const prepareCalls = (bench: Bench, calls: readonly BitcoinCall[]) =>
    get(bench, BitcoinCalls).prepare({ ...bench.base, from: bench.account, calls })
  const outputsOf = async ({ kernel }: Bench, transactionId: string) => {
    const bytes = await kernel.get(UtxoSource).transaction({ networkId, transactionId })
    return Transaction.fromBuffer(bytes).outs
  }

  it.each(faces)('of %s are done as predicted: one, and three at once', async (...face) => {
    const bench = await connect(face)
    const { account } = bench
    await stack.faucet(account.address, 300_000n)
    expect(get(bench, Calls)).toBe(get(bench, BitcoinCalls))
    expect(await get(bench, Calls).support({ ...bench.base, from: account })).toEqual({ atomic: 'supported' })
    const three = [
      { address: receiver, amount: 40_000n },
      { data: note },
      { script, amount: 7_000n },
    ] as const
    for (const calls of [three.slice(0, 1), three]) {
      const [before, received] = [await stack.balanceOf(account.address), await stack.balanceOf(receiver)]
      const prepared = await prepareCalls(bench, calls)
      const [change] = prepared.changes ?? []
      const asked = methods(bench).length
      const steps: CallsStep[] = []
      const sent = await prepared.submit({ onStep: (step) => steps.push(step) })
      await stack.mine()
      expect(await sent.wait()).toEqual({ status: 'confirmed', transactions: [sent.id] })
      expect(await stack.balanceOf(receiver)).toBe(received + 40_000n)
      // What was shown is what the node has: to the satoshi, the fee too.
      expect((await stack.balanceOf(account.address)) - before).toBe(
        change!.amount.value - prepared.fee.value,
      )
      const outputs = await outputsOf(bench, sent.id)
      expect(outputs.slice(0, -1).map(({ value }) => value)).toEqual(
        calls.map((call) => ('amount' in call ? call.amount : 0n)),
      )
      expect(
        methods(bench)
          .slice(asked)
          .filter((method) => /sign|send/i.test(method)),
      ).toHaveLength(1)
      expect(steps.map(({ status }) => status)).toEqual(['asking', 'sent'])
      const question = {
        networkId,
        from: account.address,
        id: sent.id,
        trail: (await sent.trail)!,
        sentAt: 0,
      }
      expect(await (await get(bench, BitcoinCalls).follow!(question)).wait()).toEqual(await sent.wait())
    }
  })

  it('that are declined are not sent, and can be tried again', async () => {
    const bench = await connect(standard)
    await stack.faucet(bench.account.address, 100_000n)
    const before = await stack.balanceOf(receiver)
    const prepared = await prepareCalls(bench, [{ address: receiver, amount: 20_000n }, { data: note }])
    bench.wallet.control.rejectNext()
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(await stack.balanceOf(receiver)).toBe(before)
    await prepared.submit()
    expect(await stack.balanceOf(receiver)).toBe(before + 20_000n)
  })

  it.each<[string, readonly BitcoinCall[]]>([
    ['more data than it relays', [{ data: new Uint8Array(500).fill(1) }]],
    ['a script that it does not know', [{ script: Uint8Array.of(0x51), amount: 10_000n }]],
  ])('of %s are warned of, and what the node says is told', async (_, calls) => {
    const bench = await connect(standard)
    await stack.faucet(bench.account.address, 100_000n)
    const prepared = await prepareCalls(bench, calls)
    expect(prepared.notices.map(({ code }) => code)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(DATA_MAY_NOT_RELAY|SCRIPT_UNUSUAL)$/)]),
    )
    await expect(prepared.submit()).rejects.toMatchObject({ code: 'TRANSACTION_REFUSED' })
    expect(await stack.balanceOf(bench.account.address)).toBe(100_000n)
  })
})

describe('when something is down', () => {
  const nowhere = 'http://127.0.0.1:1'

  it('says so with a code', async () => {
    const bench = await connect(standard, {
      options: { networks: [bitcoinRegtest], esploraUrls: { [networkId]: nowhere } },
    })
    await expect(get(bench, Balance).native({ networkId, address: receiver })).rejects.toMatchObject({
      code: 'NETWORK_UNREACHABLE',
      message: expect.stringContaining('can’t be reached right now'),
    })
    await expect(prepare(bench, 10_000n)).rejects.toMatchObject({ code: 'NETWORK_UNREACHABLE' })
  })

  it('asks the next endpoint', async () => {
    const options = { networks: [bitcoinRegtest], esploraUrls: { [networkId]: [nowhere, `${stack.url}/`] } }
    const bench = await connect(standard, { options })
    await stack.faucet(bench.account.address, 44_000n)
    const { value } = await get(bench, Balance).native({ networkId, address: bench.account.address })
    expect(value).toBe(44_000n)
    const before = await stack.balanceOf(receiver)
    await (await prepare(bench, 20_000n)).submit()
    expect(await stack.balanceOf(receiver)).toBe(before + 20_000n)
  })

  it('shows a wallet on another network as such, and sends nothing there', async () => {
    const wallet = createBitcoinTestWallet({ esploraUrl: stack.url, network: 'mainnet' as never })
    wallets.push(wallet.injectProvider())
    const kernel = await start()
    const session = kernel.get(Session)
    await session.connect({ connectorId: onlyWallet(kernel) })
    expect(kernel.get(Networks).active('bip122')).toMatchObject({
      status: 'unsupported',
      id: bitcoinMainnet.id,
    })
    const send = findCapability(kernel.list(Namespace)[0]?.capabilities ?? [], Send)
    const from = session.activeAccount('bip122') as Account
    await expect(
      send?.prepare({
        networkId,
        from,
        to: receiver,
        amount: 10_000n,
        provider: session.provider(Bip122Provider),
      }),
    ).rejects.toMatchObject({ code: 'ACCOUNT_NETWORK_MISMATCH' })
  })
})

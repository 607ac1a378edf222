// A service that lies about a payment which waits, so that a child pays too much, too little, or somebody else.
import { pageClock } from '../../../test/pageClock.js'
import { FeeUnreasonableError } from '@latchkey/kernel/transaction'
import { Transaction } from 'bitcoinjs-lib'
import { expect, it } from 'vitest'
import { fakeKey } from '../../../test/fakeKeys.js'
import { createFakeSource } from '../../../test/fakeSource.js'
import { createUnisatFake } from '../../../test/fakeWallets.js'
import { bitcoinRegtest } from '../../networks.js'
import { createUnisatAdapter } from '../adapters/unisat.js'
import { scriptOf } from '../sdk.js'
import { createReplace } from './createReplace.js'

const networkId = bitcoinRegtest.id
const stranger = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const scriptHash = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry'
const log = { error() {}, warn() {}, info() {}, debug() {} }
const clock = {
  now: () => 0,
  setTimeout: (callback: () => void) => setTimeout(callback, 0),
  clearTimeout,
}
const reversed = (id: string) => Uint8Array.from(Buffer.from(id, 'hex')).reverse()
const witness = () => [new Uint8Array(71).fill(1), new Uint8Array(33).fill(2)]

/** 40,000 satoshis of a stranger's 100,000, with a fee of 200; further outputs for the account lessen what the stranger keeps. */
function setUp(payer = stranger, kind: 'p2wpkh' | 'p2tr' = 'p2wpkh', further: readonly bigint[] = []) {
  const key = fakeKey(1, kind, 'regtest', 'payment')
  const fake = createUnisatFake({ keys: [key], chain: 'regtest' })
  const source = createFakeSource()
  const coin = source.fund(payer, 100_000n)
  const pay = (input: string, value: bigint, items = witness(), own = 40_000n) => {
    const transaction = new Transaction()
    transaction.version = 2
    transaction.addInput(reversed(input), 0, 0xfffffffd)
    transaction.addOutput(scriptOf(payer, bitcoinRegtest), value)
    for (const paid of [own, ...further]) transaction.addOutput(scriptOf(key.address, bitcoinRegtest), paid)
    transaction.setWitness(0, items)
    return transaction
  }
  const parent = pay(coin, 59_800n - further.reduce((sum, one) => sum + one, 0n))
  const { transaction: made } = source
  const answers = new Map<string, Uint8Array>([[parent.getId(), parent.toBuffer()]])
  const states = new Map<string, 'pending' | 'unknown'>([[parent.getId(), 'pending']])
  source.override('transaction', async (asked) => answers.get(asked.transactionId) ?? made(asked))
  source.override('status', async ({ transactionId }) => ({
    status: states.get(transactionId) ?? 'confirmed',
  }))
  source.override('utxos', async () =>
    [...answers.keys()].flatMap((transactionId) =>
      [40_000n, ...further].map((value, index) => ({
        transactionId,
        output: index + 1,
        value,
        confirmed: false,
      })),
    ),
  )
  const replace = createReplace({
    networks: new Map([[networkId, bitcoinRegtest]]),
    source: () => source,
    clock,
    log,
  })
  const { address, publicKey, purpose } = key
  const id = `${networkId}:${address}` as const
  const request = {
    networkId,
    from: { id, namespace: 'bip122', address, publicKey, kind: purpose },
    provider: createUnisatAdapter('Fake', fake.target, pageClock).wallet,
    id: parent.getId(),
    way: 'child',
  } as const
  /** Another transaction under the id of the payment. */
  const lie = (transaction: Transaction) => answers.set(parent.getId(), transaction.toBuffer())
  return { key, source, answers, states, coin, pay, parent, replace, request, lie }
}

type Bench = ReturnType<typeof setUp>

it('pays the account and nobody else, with a fee for both at the wanted rate', async () => {
  const { replace, request, source, key, parent } = setUp()
  const prepared = await replace.prepare(request)
  const submitted = await prepared.submit()
  const sent = Transaction.fromHex(source.sent[0] as string)
  expect(sent.outs.map(({ value }) => value)).toEqual([40_000n - prepared.fee.value])
  expect(Buffer.from(sent.outs[0]!.script)).toEqual(Buffer.from(scriptOf(key.address, bitcoinRegtest)))
  expect(sent.ins.map(({ hash, index }) => [Buffer.from(hash).reverse().toString('hex'), index])).toEqual([
    [parent.getId(), 1],
  ])
  const size = sent.virtualSize() + parent.virtualSize()
  expect(Number(prepared.fee.value + 200n)).toBeGreaterThanOrEqual(12 * size)
  expect(Number(prepared.fee.value + 200n)).toBeLessThanOrEqual(12 * (size + 1))
  expect(submitted.id).toBe(sent.getId())
})

it('warns of ordinals that an account of any kind may spend', async () => {
  const { replace, request } = setUp(stranger, 'p2tr')
  expect((await replace.prepare(request)).notices).toMatchObject([
    { code: 'ORDINALS_MAY_BE_SPENT', severity: 'warning' },
  ])
  const plain = setUp()
  expect((await plain.replace.prepare(plain.request)).notices).toMatchObject([
    { code: 'ORDINALS_MAY_BE_SPENT', severity: 'warning' },
  ])
})

it('warns of a fee of more than a tenth of what is spent', async () => {
  const { replace, request, source } = setUp()
  source.override('feeRates', async () => ({ slow: 1, normal: 1, fast: 20 }))
  const { fee, notices } = await replace.prepare(request)
  expect([fee.value > 4_000n, fee.value < 6_000n]).toEqual([true, true])
  expect(notices.at(-1)).toMatchObject({ code: 'CHILD_FEE_HIGH', severity: 'warning' })
})

it('asks again before a fee of more than half of what is paid, and takes no more than was agreed to', async () => {
  const { replace, request, source } = setUp()
  source.override('feeRates', async () => ({ slow: 1, normal: 1, fast: 100 }))
  const refusal = await replace.prepare(request).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(FeeUnreasonableError)
  const { fee } = refusal as FeeUnreasonableError
  expect(fee.value).toBeGreaterThan(20_000n)
  const less = { ...request, highestFee: fee.value - 1n }
  await expect(replace.prepare(less)).rejects.toMatchObject({ code: 'FEE_UNREASONABLE' })
  const agreed = await replace.prepare({ ...request, highestFee: fee.value })
  expect(agreed.fee).toEqual(fee)
  expect(source.sent).toEqual([])
})

it('says what the account keeps, with what the child leaves alone', async () => {
  const { replace, request, source } = setUp(stranger, 'p2wpkh', [7_000n, 9_000n])
  const prepared = await replace.prepare(request)
  expect(prepared.child?.left.value).toBe(56_000n - prepared.fee.value)
  expect(prepared.record.transfers).toMatchObject([{ amount: { value: 40_000n - prepared.fee.value } }])
  await prepared.submit()
  expect(Transaction.fromHex(source.sent[0] as string).ins).toHaveLength(1)
})

it.each<[string, (bench: Bench) => unknown]>([
  ['another amount under its id', ({ lie, pay, coin }) => lie(pay(coin, 1_000n))],
  ['another coin under its id', ({ lie, pay }) => lie(pay('f'.repeat(64), 59_800n))],
  ['rubbish', ({ answers, parent }) => answers.set(parent.getId(), Uint8Array.of(1, 2, 3))],
  [
    'a coin that is worth more',
    ({ answers, coin, pay }) => answers.set(coin, pay('a'.repeat(64), 5_000_000n).toBuffer()),
  ],
  ['no signatures', ({ lie, pay, coin }) => lie(pay(coin, 59_800n, []))],
  [
    'a longer signature',
    ({ lie, pay, coin }) => lie(pay(coin, 59_800n, [new Uint8Array(900), witness()[1]!])),
  ],
  [
    'more beside the signature',
    ({ lie, pay, coin }) => lie(pay(coin, 59_800n, [...witness(), witness()[0]!])),
  ],
  ['a coin before it that nobody knows', ({ states, coin }) => states.set(coin, 'unknown')],
])('refuses %s', async (_, prepareLie) => {
  const bench = setUp()
  prepareLie(bench)
  const { replace, request, source } = bench
  await expect(replace.find(request)).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
  await expect(replace.prepare(request)).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
  expect(source.sent).toEqual([])
})

it('refuses a witness that its script doesn’t bound and that nobody would need', async () => {
  const { replace, request, lie, pay, coin } = setUp(scriptHash)
  expect((await replace.find(request)).ways).toEqual(['child'])
  lie(pay(coin, 59_800n, [new Uint8Array(90_000)]))
  await expect(replace.find(request)).rejects.toMatchObject({ code: 'REPLACEMENT_UNSUPPORTED' })
})

it('ends where more wait before it than nodes keep', async () => {
  const { replace, request, answers, states, pay, coin } = setUp()
  let last = coin
  for (let length = 0; length < 26; length += 1) {
    const next = pay(last, 99_000n - 20n * BigInt(length), witness(), 10n)
    answers.set(next.getId(), next.toBuffer())
    states.set(next.getId(), 'pending')
    last = next.getId()
  }
  await expect(replace.find({ ...request, id: last })).rejects.toMatchObject({
    code: 'REPLACEMENT_UNSUPPORTED',
  })
})

it('is not taken in by a list of coins: what isn’t in the transaction isn’t spent', async () => {
  const { replace, request, source, parent } = setUp()
  const coins = [1, 7].map((output) => ({
    ...{ transactionId: parent.getId(), output, value: 9_000_000n, confirmed: true },
  }))
  source.override('utxos', async () => coins)
  const { fee, child } = await replace.prepare(request)
  expect(fee.value + child!.left.value).toBe(40_000n)
})

it.each([0, -1, 50_000, Number.NaN])('refuses a price of %s', async (fast) => {
  const { replace, request, source } = setUp()
  source.override('feeRates', async () => ({ slow: 1, normal: 1, fast }))
  await expect(replace.prepare(request)).rejects.toMatchObject({ code: 'FEE_RATE_INVALID' })
})

it('hands nothing over when the wallet signs something else', async () => {
  const { replace, request, source } = setUp()
  const provider = { ...request.provider, signPsbt: async () => 'AA==' }
  const prepared = await replace.prepare({ ...request, provider })
  await expect(prepared.submit()).rejects.toThrow()
  expect([prepared.isHandedOver(), source.sent.length]).toEqual([false, 0])
})

it('says so when the same money went elsewhere, and when the network dropped it', async () => {
  const bench = setUp()
  const submitted = await (await bench.replace.prepare(bench.request)).submit()
  bench.states.set(submitted.id, 'unknown')
  bench.source.override('spender', async () => 'f'.repeat(64))
  const other = { which: 'other', status: 'failed', taken: 'f'.repeat(64), code: 'CHILD_REPLACED' }
  expect(await submitted.wait()).toMatchObject(other)
  bench.source.override('spender', async () => undefined)
  let now = 0
  const tools = { networks: new Map([[networkId, bitcoinRegtest]]), source: () => bench.source, log }
  const later = createReplace({ ...tools, clock: { ...clock, now: () => (now += 600_000) } })
  const question = { networkId, from: bench.key.address, id: submitted.id, sentAt: 0 }
  const followed = await later.follow({ ...question, replaced: bench.request.id, way: 'child' })
  await expect(followed.wait()).rejects.toMatchObject({ code: 'TRANSACTION_DROPPED' })
})

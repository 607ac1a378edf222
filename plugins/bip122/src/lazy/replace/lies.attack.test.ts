// A service that lies about the payment that waits, or about the coins it spends.
import { pageClock } from '../../../test/pageClock.js'
import { Transaction } from 'bitcoinjs-lib'
import { NetworkError } from '@latchkey/kernel/chain'
import { describe, expect, it } from 'vitest'
import { fakeKey } from '../../../test/fakeKeys.js'
import { createFakeSource } from '../../../test/fakeSource.js'
import { createUnisatFake } from '../../../test/fakeWallets.js'
import { bitcoinRegtest } from '../../networks.js'
import { createUnisatAdapter } from '../adapters/unisat.js'
import { scriptOf } from '../sdk.js'
import { createReplace } from './createReplace.js'

const networkId = bitcoinRegtest.id
const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const log = { error() {}, warn() {}, info() {}, debug() {} }
const clock = {
  now: () => 0,
  setTimeout: (callback: () => void) => setTimeout(callback, 0),
  clearTimeout,
}

/** 40,000 satoshis of 100,000, with a fee of 200. */
function setUp() {
  const key = fakeKey(1, 'p2wpkh', 'regtest', 'payment')
  const fake = createUnisatFake({ keys: [key], chain: 'regtest' })
  const source = createFakeSource()
  const coin = source.fund(key.address, 100_000n)
  const pay = (to: string, amount: bigint, sequence = 0xfffffffd) => {
    const transaction = new Transaction()
    transaction.version = 2
    transaction.addInput(Uint8Array.from(Buffer.from(coin, 'hex')).reverse(), 0, sequence)
    transaction.addOutput(scriptOf(to, bitcoinRegtest), amount)
    transaction.addOutput(scriptOf(key.address, bitcoinRegtest), 99_800n - amount)
    return transaction
  }
  const pending = pay(payee, 40_000n)
  const { transaction: made } = source
  const answers = new Map([[pending.getId(), pending.toBuffer() as Uint8Array]])
  source.override('transaction', async (asked) => answers.get(asked.transactionId) ?? made(asked))
  const { utxos } = source
  const change = { transactionId: pending.getId(), output: 1, value: 59_800n, confirmed: false }
  source.override('utxos', async (asked) => [...(await utxos(asked)), change])
  const replace = createReplace({
    networks: new Map([[networkId, bitcoinRegtest]]),
    source: () => source,
    clock,
    log,
  })
  const { address, publicKey, purpose } = key
  const from = {
    id: `${networkId}:${address}` as const,
    namespace: 'bip122',
    address,
    publicKey,
    kind: purpose,
  }
  const request = {
    networkId,
    from,
    provider: createUnisatAdapter('Fake', fake.target, pageClock).wallet,
    id: pending.getId(),
  }
  return { key, source, answers, coin, pay, pending, replace, request }
}

it('pays the payee the same, from the same coin, and more to the network', async () => {
  const { replace, request, source, coin, key } = setUp()
  const prepared = await replace.prepare({ ...request, way: 'faster' })
  expect(prepared.previousFee.value).toBe(200n)
  await prepared.submit()
  const sent = Transaction.fromHex(source.sent[0] as string)
  expect(sent.outs.map(({ value }) => value)).toEqual([40_000n, 60_000n - prepared.fee.value])
  expect(Buffer.from(sent.outs[0]!.script)).toEqual(Buffer.from(scriptOf(payee, bitcoinRegtest)))
  expect(Buffer.from(sent.outs[1]!.script)).toEqual(Buffer.from(scriptOf(key.address, bitcoinRegtest)))
  expect(sent.ins.map(({ hash }) => Buffer.from(hash).reverse().toString('hex'))).toEqual([coin])
  // Today's price, which is more than the least that nodes ask for.
  expect(prepared.fee.value).toBeGreaterThanOrEqual(BigInt(12 * sent.virtualSize()))
})

it('pays at least a satoshi a byte beside the fee before, whatever today’s price is', async () => {
  const { replace, request, source } = setUp()
  source.override('feeRates', async () => ({ slow: 1, normal: 1, fast: 1 }))
  const prepared = await replace.prepare({ ...request, way: 'faster' })
  await prepared.submit()
  const size = BigInt(Transaction.fromHex(source.sent[0] as string).virtualSize())
  expect(prepared.fee.value).toBeGreaterThanOrEqual(200n + size)
  expect(prepared.fee.value).toBeLessThan(200n + 3n * size)
})

it.each([
  [
    'another payee',
    ({ pay }: ReturnType<typeof setUp>) =>
      pay('bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry', 40_000n),
  ],
  ['another amount', ({ pay }: ReturnType<typeof setUp>) => pay(payee, 90_000n)],
])('refuses %s under the id of the payment', async (_, lie) => {
  const bench = setUp()
  bench.answers.set(bench.pending.getId(), lie(bench).toBuffer())
  await expect(bench.replace.find(bench.request)).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
})

it('refuses a coin that is worth something else', async () => {
  const bench = setUp()
  const fake = new Transaction()
  fake.addInput(new Uint8Array(32).fill(9), 0)
  fake.addOutput(scriptOf(bench.key.address, bitcoinRegtest), 5_000_000n)
  bench.answers.set(bench.coin, fake.toBuffer())
  await expect(bench.replace.find(bench.request)).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
})

it('refuses rubbish', async () => {
  const bench = setUp()
  bench.answers.set(bench.pending.getId(), new Uint8Array([1, 2, 3]))
  await expect(bench.replace.find(bench.request)).rejects.toMatchObject({ code: 'SOURCE_ANSWER_INVALID' })
})

it('refuses one that allows no replacement', async () => {
  const bench = setUp()
  const final = bench.pay(payee, 40_000n, 0xffffffff)
  // Without change, there is nothing that a child could spend.
  final.outs.pop()
  bench.answers.set(final.getId(), final.toBuffer())
  await expect(bench.replace.find({ ...bench.request, id: final.getId() })).rejects.toMatchObject({
    code: 'REPLACEMENT_UNSUPPORTED',
  })
})

it.each([0, -1, 50_000, Number.NaN])('refuses a price of %s', async (fast) => {
  const { replace, request, source } = setUp()
  source.override('feeRates', async () => ({ slow: 1, normal: 1, fast }))
  await expect(replace.prepare({ ...request, way: 'faster' })).rejects.toMatchObject({
    code: 'FEE_RATE_INVALID',
  })
})

it('tells which of the two a block took, and when a third one did', async () => {
  const { replace, request, source, pending } = setUp()
  const submitted = await (await replace.prepare({ ...request, way: 'cancel' })).submit()
  const taken = (id: string) =>
    source.override('status', async ({ transactionId }) => ({
      status: transactionId === id ? 'confirmed' : 'unknown',
    }))
  taken(pending.getId())
  expect(await submitted.wait()).toMatchObject({ which: 'original', code: 'CANCEL_TOO_LATE' })
  taken(submitted.id)
  expect(await submitted.wait()).toMatchObject({ which: 'replacement', status: 'confirmed' })
  taken('')
  source.override('spender', async () => 'f'.repeat(64))
  expect(await submitted.wait()).toMatchObject({ which: 'other', status: 'failed', taken: 'f'.repeat(64) })
})

it('refuses to take the change away from a later payment', async () => {
  const { replace, request, source } = setUp()
  const { find } = replace
  source.override('utxos', async () => [])
  const refusal = { code: 'REPLACEMENT_HAS_LATER' }
  await expect(find(request)).rejects.toMatchObject(refusal)
  await expect(replace.prepare({ ...request, way: 'cancel' })).rejects.toMatchObject(refusal)
})

it('asks no wallet when a later payment came while the person read', async () => {
  const { replace, request, source } = setUp()
  const prepared = await replace.prepare({ ...request, way: 'faster' })
  source.override('utxos', async () => [])
  await expect(prepared.submit()).rejects.toMatchObject({ code: 'REPLACEMENT_HAS_LATER' })
  expect([prepared.isHandedOver(), source.sent.length]).toEqual([false, 0])
})

describe('a replacement of which the network said nothing', () => {
  async function silent(second?: Error) {
    const bench = setUp()
    const { source, replace, request } = bench
    const { broadcast } = source
    const faults = [new Error('down'), second]
    source.override('broadcast', async (asked) => {
      const fault = faults.shift()
      if (fault) throw fault
      return broadcast(asked)
    })
    const prepared = await replace.prepare({ ...request, way: 'faster' })
    const submitted = await prepared.submit()
    source.override('status', async ({ transactionId }) => ({
      status: transactionId !== submitted.id ? 'pending' : source.sent.length === 0 ? 'unknown' : 'confirmed',
    }))
    return { ...bench, prepared, submitted }
  }

  it('is not told to stand in its place, and is handed over until somebody has seen it', async () => {
    const { source, submitted } = await silent()
    expect(await submitted.takesPlace).toBeUndefined()
    expect(await submitted.wait()).toMatchObject({ which: 'replacement', taken: submitted.id })
    expect(source.sent).toHaveLength(1)
  })

  const refused = () => new NetworkError('Too little.', { code: 'TRANSACTION_REFUSED' })

  it('is undecided when a service refuses it then: the first time may have reached the network', async () => {
    const { submitted, source } = await silent(refused())
    await expect(submitted.wait()).rejects.toMatchObject({ code: 'TRANSACTION_UNDECIDED' })
    expect(source.sent).toHaveLength(0)
  })

  it('is told as done when it is in a block after a service refused it', async () => {
    const { submitted, source } = await silent(refused())
    let looks = 0
    source.override('status', async ({ transactionId }) => {
      if (transactionId !== submitted.id) return { status: 'pending' }
      looks += 1
      return { status: looks > 4 ? 'confirmed' : 'unknown' }
    })
    expect(await submitted.wait()).toMatchObject({ which: 'replacement', taken: submitted.id })
  })
})

it('hands nothing over when the wallet signs something else', async () => {
  const { replace, request } = setUp()
  const provider = { ...request.provider, signPsbt: async () => 'AA==' }
  const prepared = await replace.prepare({ ...request, provider, way: 'faster' })
  await expect(prepared.submit()).rejects.toThrow()
  expect(prepared.isHandedOver()).toBe(false)
})

// A payment whose coin another transaction has spent: paid all the same, canceled, or not to be told.
import { decodeHex } from '@latchkey/kernel/chain'
import { expect, it } from 'vitest'
import { createFakeSource } from '../../../test/fakeSource.js'
import { fakeKey } from '../../../test/fakeKeys.js'
import { bitcoinRegtest } from '../../networks.js'
import { scriptOf, Transaction } from '../sdk.js'
import type { PaymentOutput } from './paymentOutput.js'
import { followPayment } from './submitPayment.js'
import { readTrail, writeTrail } from './paymentTrail.js'
import { waitForTransaction } from './waitForTransaction.js'

const networkId = bitcoinRegtest.id
const payee = scriptOf('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', bitcoinRegtest)
const own = scriptOf(fakeKey(1, 'p2wpkh', 'regtest', 'payment').address, bitcoinRegtest)
const stranger = scriptOf(fakeKey(2, 'p2wpkh', 'regtest', 'payment').address, bitcoinRegtest)
const coin = { transactionId: 'ab'.repeat(32), output: 3 }
const transactionId = 'cd'.repeat(32)
const log = { error() {}, warn() {}, info() {}, debug() {} }
const clock = {
  now: () => 0,
  setTimeout: (callback: () => void) => setTimeout(callback, 0),
  clearTimeout,
}
const asked: readonly PaymentOutput[] = [{ script: payee, amount: 40_000n }]

type Output = readonly [script: Uint8Array, amount: bigint]

function spending(outputs: readonly Output[], spent = coin): Transaction {
  const transaction = new Transaction()
  transaction.addInput(Uint8Array.from(decodeHex(spent.transactionId)!).reverse(), spent.output)
  for (const [script, amount] of outputs) transaction.addOutput(script, amount)
  return transaction
}

/** The coin is spent by a transaction that the service gives as `bytes`. */
function sourceOf(spender: string, bytes: () => Promise<Uint8Array>) {
  const source = createFakeSource()
  source.override('status', async () => ({ status: 'unknown' }))
  source.override('spender', async () => spender)
  source.override('transaction', bytes)
  return source
}

const unknown = { status: 'confirmed', outcome: 'unknown', code: 'TRANSACTION_REPLACED' }
const canceled = { status: 'failed', code: 'TRANSACTION_CANCELLED' }

it.each([
  [
    'the same payment',
    [
      [payee, 40_000n],
      [own, 1_000n],
    ],
    { status: 'confirmed' },
  ],
  [
    'the same with another payee beside it',
    [
      [stranger, 5n],
      [payee, 40_000n],
    ],
    { status: 'confirmed' },
  ],
  ['everything back to the account', [[own, 90_000n]], canceled],
  ['another payee', [[stranger, 40_000n]], canceled],
  ['another amount', [[payee, 39_999n]], unknown],
] as const)('is replaced by %s', async (_, outputs, expected) => {
  const spender = spending(outputs)
  const source = sourceOf(spender.getId(), async () => spender.toBuffer())
  const request = { networkId, source, clock, log, transactionId }
  const decision = await waitForTransaction({ ...request, inputs: [coin], outputs: asked })
  expect(decision).toMatchObject(expected)
  expect(decision.outcome).toBe('outcome' in expected ? expected.outcome : undefined)
  // A page that is loaded again knows as much.
  const trail = writeTrail({ coin, outputs: asked })
  const tools = { networks: new Map([[networkId, bitcoinRegtest]]), source: () => source, clock, log }
  const later = followPayment(tools, { networkId, from: '', id: transactionId, trail, sentAt: 0 })
  expect(await later.wait()).toEqual(decision)
})

it.each([
  ['another transaction', async () => spending([[payee, 1n]]).toBuffer()],
  ['rubbish', async () => new Uint8Array([1, 2])],
  ['nothing', () => Promise.reject(new Error('down'))],
])('isn’t called failed where the service gives %s for what took its place', async (_, bytes) => {
  const source = sourceOf('ef'.repeat(32), bytes)
  const request = { networkId, source, clock, log, transactionId }
  expect(await waitForTransaction({ ...request, inputs: [coin], outputs: asked })).toMatchObject(unknown)
})

it('isn’t called failed where the service names a transaction that spends another coin', async () => {
  const other = spending([[own, 1n]], { ...coin, output: 4 })
  const source = sourceOf(other.getId(), async () => other.toBuffer())
  const request = { networkId, source, clock, log, transactionId }
  expect(await waitForTransaction({ ...request, inputs: [coin], outputs: asked })).toMatchObject(unknown)
})

it('isn’t called failed where nothing is known of what it paid', async () => {
  const spender = spending([[own, 1n]])
  const source = sourceOf(spender.getId(), async () => spender.toBuffer())
  const request = { networkId, source, clock, log, transactionId }
  expect(await waitForTransaction({ ...request, inputs: [coin] })).toMatchObject(unknown)
})

it('keeps what it paid in its trail, and no more than fits', () => {
  const whole = { coin, outputs: [...asked, { script: own, amount: 7n }] }
  expect(readTrail(writeTrail(whole))).toEqual(whole)
  const many = Array.from({ length: 50 }, () => asked[0]!)
  expect(readTrail(writeTrail({ coin, outputs: many }))).toEqual({ coin })
  for (const bad of [
    '',
    'x',
    `${'ab'.repeat(32)}:1;zz:1`,
    `${'ab'.repeat(32)}:1;aa:-1`,
    `${'ab'.repeat(32)}:1;`,
  ]) {
    expect(readTrail(bad)).toBeUndefined()
  }
})

// Holds the fee that the preview of a send tells against the one that a local chain takes from the account: read from its balance, not by
// our own reading of transactions. `FEE_SENDS=200` sends so many from each kind of account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ground, Round, Sending } from './Ground.js'
import { bitcoinGround } from './grounds/bitcoinGround.js'
import { bundledGround, sponsoredGround } from './grounds/bundledGround.js'
import { keyGround } from './grounds/evmGround.js'
import { ledgerGround } from './grounds/ledgerGround.js'
import { polkadotGround } from './grounds/polkadotGround.js'
import { safeGround } from './grounds/safeGround.js'
import { solanaGround } from './grounds/solanaGround.js'
import {
  amountOf,
  carryOut,
  deviationOf,
  generateRounds,
  type Measured,
  measureSend,
} from './measureSends.js'

const sends = Number(process.env['FEE_SENDS'] ?? 12)
/** Five hundredths, in ten-thousandths. */
const furthest = 500n

const grounds: readonly (readonly [string, () => Promise<Ground>])[] = [
  ['an EVM account of one key', keyGround],
  ['an account of a Ledger', ledgerGround],
  ['a bundled account', bundledGround],
  ['a bundled account for which the app pays', sponsoredGround],
  ['a Safe', safeGround],
  ['a Solana account', solanaGround],
  ['a Bitcoin account', bitcoinGround],
  ['a Polkadot account', polkadotGround],
]

describe.each(grounds)('%s', (kind, start) => {
  let ground: Ground
  const measured: Measured[] = []
  beforeAll(async () => {
    ground = await start()
  }, 300_000)
  afterAll(async () => {
    await ground?.stop()
    const apart = measured.map(deviationOf).reduce((most, one) => (one > most ? one : most), 0n)
    // no money: hundredths
    console.log(
      `${kind}: ${measured.length} sends, the fee at most ${Number(apart) / 100} % from what was taken`,
    )
  })

  it(
    'is charged what the preview says, and no more than it allows',
    async () => {
      for (const round of generateRounds(ground, sends)) {
        const one = await measureSend(ground, round)
        measured.push(one)
        const told = JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? String(value) : value))
        expect(one.charged, told).toBeLessThanOrEqual(one.most)
        expect(deviationOf(one), told).toBeLessThanOrEqual(furthest)
        expect(one.arrived, told).toBe(one.sent)
        if (!round.isEverything || round.isToken) continue
        // No more than what the fee could have been beside what it was, with what a rising price may take.
        expect(one.left, told).toBeLessThanOrEqual(2n * one.most - one.charged)
      }
      expect(measured).toHaveLength(sends)
    },
    60_000 + sends * 20_000,
  )
})

describe.each(
  grounds.filter(([, start]) =>
    [keyGround, ledgerGround, bundledGround, sponsoredGround, safeGround].includes(start),
  ),
)('%s with little', (_, start) => {
  let ground: Ground
  beforeAll(async () => {
    ground = await start()
  }, 300_000)
  afterAll(() => ground?.stop())

  it.each([0, 1, 2, 3])('is let send what it can pay for, and nothing else (%i)', async (index) => {
    const round = {
      index,
      share: 500n,
      isToken: index % 2 === 1,
      isEverything: false,
      isNewReceiver: index < 2,
    }
    const sending = await ground.begin(round)
    const amount = await amountOf(sending, round)
    const needed = await neededFor(sending, amount, round)
    if (needed > 0n) {
      await sending.setBalance?.(needed - 1n)
      await expect(sending.prepare(amount, false)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    }
    await sending.setBalance?.(needed)
    await carryOut(sending, await sending.prepare(amount, false))
  })
})

/** The sum that has to be in the account's balance: a payment made ahead pays fees and nothing else. */
async function neededFor(sending: Sending, amount: bigint, { isToken }: Round): Promise<bigint> {
  const { fee } = await sending.prepare(amount, false)
  const paidAhead = (await sending.held()) - (await sending.balance())
  return (isToken ? 0n : amount) + (fee.value > paidAhead ? fee.value - paidAhead : 0n)
}

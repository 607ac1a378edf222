// Figures in satoshis. A child of one coin has 110 virtual bytes, and 68 more for each further coin.
import { describe, expect, it } from 'vitest'
import { fakeKey } from '../../../test/fakeKeys.js'
import { bitcoinRegtest } from '../../networks.js'
import { payingAccount } from '../send/payingAccount.js'
import { chooseChild } from './chooseChild.js'

const { address, publicKey, purpose } = fakeKey(1, 'p2wpkh', 'regtest', 'payment')
const network = bitcoinRegtest
const account = payingAccount(
  { id: `${network.id}:${address}`, namespace: 'bip122', address, publicKey, kind: purpose },
  network,
)

/** A child at 20 sat/vB of coins that are worth so much, for transactions of 200 virtual bytes with such fees: its parent first. */
function child(values: readonly bigint[], fees: readonly bigint[]) {
  const coins = values.map((value, output) => ({
    transactionId: 'a'.repeat(64),
    output,
    value,
    confirmed: false,
  }))
  const waiting = fees.map((fee) => ({ fee, size: 200 }))
  const { selection, before, after } = chooseChild({ network, account, coins, waiting, rate: 20 })
  const { fee, change, coins: spent } = selection
  return { spent: spent.map(({ value }) => value), fee, change, before, after }
}

describe('the fee', () => {
  it('brings the child and its parent to the rate', () => {
    expect(child([100_000n], [200n])).toEqual({
      spent: [100_000n],
      fee: 20n * 310n - 200n,
      change: 94_000n,
      before: 1,
      after: 20,
    })
  })

  it('pays for an ancestor that pays too little', () => {
    expect(child([100_000n], [200n, 400n])).toMatchObject({ fee: 20n * 510n - 600n, before: 1.5, after: 20 })
  })

  it('is not lessened by an ancestor that pays more, which a miner takes by itself', () => {
    expect(child([100_000n], [200n, 50_000n])).toMatchObject({ fee: 6_000n, before: 1, after: 20 })
  })

  it('is lessened by what the parent pays for its ancestors', () => {
    expect(child([100_000n], [6_000n, 200n])).toMatchObject({
      fee: 20n * 510n - 6_200n,
      before: 15.5,
      after: 20,
    })
    expect(() => child([100_000n], [50_000n, 200n])).toThrowError(
      expect.objectContaining({ code: 'CHILD_NOT_NEEDED' }),
    )
  })
})

describe('the coins', () => {
  it('are the largest one alone where that carries the fee', () => {
    expect(child([3_000n, 90_000n, 50_000n], [200n])).toMatchObject({ spent: [90_000n], fee: 6_000n })
  })

  it('are as few as carry the fee together', () => {
    const { spent, fee, change } = child([2_500n, 5_000n, 2_000n, 4_000n], [200n])
    expect([[...spent].sort(), fee, change]).toEqual([[4_000n, 5_000n], 20n * 378n - 200n, 1_640n])
  })

  it('are none that cost more than they bring', () => {
    expect(child([5_000n, 1_000n, 5_000n], [200n])).toMatchObject({ spent: [5_000n, 5_000n], fee: 7_360n })
    expect(() => child([5_000n, 1_300n, 1_300n, 1_300n], [200n])).toThrowError(
      expect.objectContaining({ code: 'CHILD_TOO_EXPENSIVE' }),
    )
    expect(() => child([1_000n, 1_000n], [200n])).toThrowError(
      expect.objectContaining({ code: 'CHILD_TOO_EXPENSIVE' }),
    )
  })
})

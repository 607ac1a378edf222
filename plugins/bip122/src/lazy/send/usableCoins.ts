import type { AddressKind } from '../../address.js'
import { supply } from '../../supply.js'
import type { Utxo } from '../../utxoSource.js'
import { type PaymentOutput, weightOf } from './paymentOutput.js'
import { sendError } from './sendErrors.js'

/**
 * Coins this small are often inscriptions that strayed, or sent by somebody who wants to link addresses, and hardly pay
 * for themselves. They are left alone.
 */
const smallestCoin = 600n

/**
 * What coins with an inscription or runes usually hold, on addresses of every kind: ord's own postage (10,000 satoshis,
 * `TARGET_POSTAGE` of ord 0.23), and the least that marketplaces send to segwit addresses (546, 330).
 */
const usualPostage: readonly bigint[] = [330n, 546n, 10_000n]

/** Whether a payment may take a coin. A source with an index knows; without one, what looks like an inscription is left alone. */
function isSpendable({ value, carriesAssets }: Utxo): boolean {
  if (carriesAssets !== undefined) return !carriesAssets && value > smallestCoin
  return value > smallestCoin && !usualPostage.includes(value)
}

/** Weight units above which nodes relay no transaction: MAX_STANDARD_TX_WEIGHT of Bitcoin Core. */
const standardWeight = 400_000
/** Weight of everything but the inputs and what is asked for, with change of the longest kind and room for counts. */
const overhead = 500
/** Weight of one input with the longest signature it can have. Witness bytes count once, all others four times. */
const inputWeights: Readonly<Record<AddressKind, number>> = {
  p2pkh: 596,
  p2sh: 364,
  p2wpkh: 272,
  p2wsh: 272,
  p2tr: 230,
}

/** The library that chooses proves the key of each taproot coin, some milliseconds each, while the page stands still. */
const mostTaproot = 300

export interface UsableCoins {
  /** As many as one transaction carries, the largest ones. */
  readonly coins: readonly Utxo[]
  /** What does not fit, all of it smaller. */
  readonly leftOut: readonly Utxo[]
}

/**
 * Coins that can be spent together, the largest where there are too many.
 *
 * @throws BaseError `TRANSACTION_TOO_LARGE` when the outputs alone weigh more than nodes relay.
 */
export function usableCoins(
  coins: readonly Utxo[],
  kind: AddressKind,
  outputs: readonly PaymentOutput[],
): UsableCoins {
  // no money: how many inputs weigh so much
  const fitting = Math.floor((standardWeight - overhead - weightOf(outputs)) / inputWeights[kind])
  if (fitting < 1) throw sendError('TRANSACTION_TOO_LARGE', `Weight of the outputs: ${weightOf(outputs)}`)
  const most = kind === 'p2tr' ? Math.min(fitting, mostTaproot) : fitting
  const usable = coins.filter(isSpendable)
  if (usable.length <= most) return { coins: usable, leftOut: [] }
  const sorted = [...usable].sort((left, right) => (left.value < right.value ? 1 : -1))
  return { coins: sorted.slice(0, most), leftOut: sorted.slice(most) }
}

/** The coins, each once. @throws BaseError `SOURCE_ANSWER_INVALID`: twice, or of more than there is, coins would be money that is not there. */
export function distinctCoins(coins: readonly Utxo[]): readonly Utxo[] {
  const seen = new Set<string>()
  for (const { transactionId, output, value } of coins) {
    const place = `${transactionId}:${output}`
    if (seen.has(place)) throw sendError('SOURCE_ANSWER_INVALID', `The coin ${place} is listed twice.`)
    if (value < 0n || value > supply) {
      throw sendError('SOURCE_ANSWER_INVALID', `The coin ${place} is said to hold ${value} sat.`)
    }
    seen.add(place)
  }
  const sum = sumOf(coins)
  if (sum > supply)
    throw sendError('SOURCE_ANSWER_INVALID', `The coins are said to hold ${sum} sat together.`)
  return coins
}

export const sumOf = (coins: readonly Utxo[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n)

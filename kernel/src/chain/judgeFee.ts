export interface FeeFacts {
  /** What a transaction may cost at most, in the smallest unit of the network's coin, and the coin's decimals. */
  readonly fee: { readonly value: bigint; readonly decimals: number }
  /** For one unit of what is paid for (gas), at most. Absent where the network prices otherwise. */
  readonly price?: bigint | undefined
  /** What recent blocks took, by the same reckoning. Absent where the chain doesn't tell. */
  readonly usualPrice?: bigint | undefined
  /** Whether prices stand where they stood, so that nothing explains a much higher one. */
  readonly isCalm?: boolean | undefined
  /** The price by another endpoint of the network. */
  readonly otherPrice?: bigint | undefined
  /** Of the coin; absent when something else is sent. */
  readonly amount?: bigint | undefined
}

/** What a high fee is compared with: the amount, another endpoint, recent blocks, or nothing but one transaction. */
export type HighFeeReason = 'amount' | 'endpoint' | 'blocks' | 'sum'

export interface FeeJudgement {
  /** No transaction is worth the fee: it's paid only by a person who agreed to this very fee. */
  readonly isUnreasonable: boolean
  /** Why a person should look at the fee. Absent for a usual one. */
  readonly reason: HighFeeReason | undefined
}

/** How many times as much as another source says is more than prices move between two questions. */
const strange = 5n
const absurd = 10n
/** The same for a price that rose while nobody competes for room in a block. */
const unexplained = 3n

/**
 * One node says what a transaction costs, and the account pays what it says. So the fee is held against what the amount bears, what
 * recent blocks took and what another endpoint asks.
 */
export function judgeFee(facts: FeeFacts): FeeJudgement {
  return { isUnreasonable: isUnreasonable(facts), reason: reasonOf(facts) }
}

/** A fraction of one coin, in its smallest unit: small fees are no loss, whatever they are compared with. */
const partOf = ({ decimals }: FeeFacts['fee'], parts: bigint) => 10n ** BigInt(decimals) / parts

const isAbove = (times: bigint, price: bigint | undefined, other: bigint | undefined): boolean =>
  price !== undefined && other !== undefined && price > times * other

function isUnreasonable({ fee, price, otherPrice, amount }: FeeFacts): boolean {
  const { value } = fee
  if (value > partOf(fee, 1n)) return true
  if (amount !== undefined && value > amount && value > partOf(fee, 20n)) return true
  return isAbove(absurd, price, otherPrice) && value > partOf(fee, 1_000n)
}

function reasonOf({
  fee,
  price,
  usualPrice,
  isCalm,
  otherPrice,
  amount,
}: FeeFacts): HighFeeReason | undefined {
  const { value } = fee
  if (value <= partOf(fee, 1_000n)) return undefined
  if (amount !== undefined && value * 10n > amount) return 'amount'
  if (isAbove(strange, price, otherPrice)) return 'endpoint'
  if (isAbove(isCalm ? unexplained : strange, price, usualPrice)) return 'blocks'
  return value > partOf(fee, 50n) ? 'sum' : undefined
}

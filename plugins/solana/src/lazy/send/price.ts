import type { FeeLevel } from '@latchkey/kernel/contracts'

/** Which of the recent prices to pay: at `fast`, more than nine of ten others. */
// no money: places in a list
const percentiles: Readonly<Record<FeeLevel, number>> = { slow: 0.25, normal: 0.5, fast: 0.9 }
/** Lamports. A market that asks more for a transfer is an attack or an error; 0.001 SOL. */
export const priorityLimit = 1_000_000n
/** The compute budget's own two instructions, which the trial run did not have. */
const budgetUnits = 300
const microLamports = 1_000_000n

/** Compute units to allow, from those that were used in a trial: a fifth more, for state that changes meanwhile. */
export function unitLimit(used: number): number {
  // no money: compute units
  return Math.min(1_400_000, Math.ceil(used * 1.2) + budgetUnits + 1_000)
}

/** Micro-lamports a compute unit, from what others paid lately; never above the limit for the whole transaction. */
export function unitPrice(recent: readonly number[], level: FeeLevel, limit: number): bigint {
  const sorted = [...recent].sort((left, right) => left - right)
  // no money: a place in a list
  const price = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * percentiles[level]))] ?? 0
  const highest = (priorityLimit * microLamports) / BigInt(limit)
  return BigInt(price) < highest ? BigInt(price) : highest
}

/** Lamports that a price and a limit cost, beside the fee of the signatures. */
export function priorityFee(price: bigint, limit: number): bigint {
  return (price * BigInt(limit) + microLamports - 1n) / microLamports
}

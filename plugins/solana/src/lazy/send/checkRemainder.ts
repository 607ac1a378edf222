import type { ChainAccount } from './chain.js'
import { insufficientFunds, remainderTooSmall } from './faults.js'

/**
 * Whether the payer's account is emptied.
 *
 * @throws BaseError `INSUFFICIENT_FUNDS`; `REMAINDER_BELOW_RENT_MINIMUM` when what remains is too little.
 */
export async function checkRemainder(
  rentMinimum: (bytes: number) => Promise<bigint>,
  payer: ChainAccount | undefined,
  spent: bigint,
): Promise<boolean> {
  const held = payer?.lamports ?? 0n
  if (held < spent) throw insufficientFunds('SOL', held, spent)
  const remainder = held - spent
  if (remainder === 0n) return true
  const minimum = await rentMinimum(payer?.data.length ?? 0)
  if (remainder < minimum) throw remainderTooSmall(remainder, minimum)
  return false
}

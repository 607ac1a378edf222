import type { Amount } from '@latchkey/kernel/contracts'
import type { ReadBill } from '../bill/readBill.js'
import { endedAfterSwap, payError } from './payErrors.js'
import type { PayerTools } from './PayerTools.js'

/** Milliseconds that a bill must have left for a swap that isn't one with its payment: two requests, and two blocks. */
const swapTime = 120_000

type Tools = Pick<PayerTools, 'clock'>
type Ending = Pick<ReadBill, 'bill'>

const leftOf = ({ clock }: Tools, { bill }: Ending): number =>
  (bill.expiresAt ?? Number.POSITIVE_INFINITY) - clock.now()

export const isEnded = (tools: Tools, read: Ending): boolean => leftOf(tools, read) < 0

/**
 * @param was What was done for the bill.
 * @param held What the account has of what it would be paid with.
 * @throws BaseError `PAY_BILL_ENDED`, `PAY_ENDED_SWAPPED`
 */
export function checkEnd(
  tools: Tools,
  read: Ending,
  was: 'unpaid' | 'swapped',
  held: Amount | undefined,
): void {
  if (isEnded(tools, read)) throw was === 'swapped' ? endedAfterSwap(held) : payError('PAY_BILL_ENDED')
}

/** @throws BaseError `PAY_SWAP_LATE` */
export function checkSwapTime(tools: Tools, read: Ending): void {
  if (leftOf(tools, read) < swapTime) throw payError('PAY_SWAP_LATE')
}

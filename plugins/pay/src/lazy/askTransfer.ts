import type { OpenTransfer, UnansweredTransfers } from '@latchkey/kernel/transaction'
import type { Payment } from './payments.js'

/** Names the payment of a bill among the transfers of the app. */
export const transferId = (billId: string): string => `pay ${billId}`

/** Remembers a payment before the wallet is asked: a send to the same shop, or its next bill, may be meant in place of it. */
export function askTransfer(
  unanswered: UnansweredTransfers,
  payment: Payment,
  address: string,
): OpenTransfer {
  const { billId, networkId, receiver: to, units, decimals, symbol } = payment
  const amount = { value: BigInt(units), decimals, symbol }
  return unanswered.ask({ networkId, address, to, amount }, transferId(billId))
}

/** The transfer of a payment, on whatever page it was asked for. */
export const askedTransfer = (
  unanswered: UnansweredTransfers,
  { billId, networkId }: Pick<Payment, 'billId' | 'networkId'>,
): OpenTransfer | undefined => unanswered.find({ id: transferId(billId), networkId })

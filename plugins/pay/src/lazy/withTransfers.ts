import type { UnansweredTransfers } from '@latchkey/kernel/transaction'
import type { Payment, Payments } from './payments.js'

/** What an open payment is called among the transfers of the app. */
export const transferOf = ({ billId, networkId }: Pick<Payment, 'billId' | 'networkId'>) => ({
  id: `pay ${billId}`,
  networkId,
})

/**
 * Keeps payments among what this app asked wallets to transfer, from the moment that a wallet is asked until it's known what came
 * of it: a send to the same shop, or its next bill, may be meant in place of this one.
 */
export function withTransfers(payments: Payments, unanswered: UnansweredTransfers): Payments {
  return {
    ...payments,
    put(payment) {
      payments.put(payment)
      const { phase, payer: address, networkId, receiver: to, units, decimals, symbol } = payment
      // One that was sent late is told of for ten minutes, also once it's paid.
      if (phase === 'sent' || phase === 'failed') unanswered.find(transferOf(payment))?.forget()
      if (phase !== 'asked' || address === undefined) return
      const amount = { value: BigInt(units), decimals, symbol }
      unanswered.ask({ networkId, address, to, amount }, transferOf(payment).id)
    },
    remove(billId) {
      const payment = payments.find(billId)
      payments.remove(billId)
      if (payment) unanswered.find(transferOf(payment))?.forget()
    },
  }
}

import type { SubmittedCalls } from '../contracts/capabilities/calls.js'
import type { SendDecision, SubmittedTransaction } from '../contracts/capabilities/send.js'

/**
 * One transaction as the calls it carries.
 *
 * @param isTaken Whether the chain has the transaction that was decided so, failed or not.
 */
export function toSubmittedCalls(
  submitted: SubmittedTransaction,
  isTaken: (decision: SendDecision) => boolean,
): SubmittedCalls {
  return {
    ...submitted,
    async wait(signal) {
      const decision = await submitted.wait(signal)
      return { ...decision, transactions: isTaken(decision) ? [submitted.id] : [] }
    },
  }
}

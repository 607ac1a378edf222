import { submitCalls } from '@latchkey/kernel/transaction'
import type { SubmittedTransaction } from '@latchkey/kernel/contracts'
import { payError } from './payErrors.js'
import type { PayerTools } from './PayerTools.js'
import type { PreparedPayment } from './preparePayment.js'

/** Gives what was prepared to the wallet. `progress.last` is the last step that the wallet was asked for. */
export function submitPayment(
  { context, clock }: PayerTools,
  { send, calls, wallet }: PreparedPayment,
  progress: { last: number } = { last: -1 },
): Promise<SubmittedTransaction> {
  if (send) return send.submit()
  if (!calls) throw payError('PAY_NOT_PREPARED')
  return submitCalls(calls, {
    events: context,
    clock,
    wallet,
    onStep: ({ index }) => {
      progress.last = index
    },
  })
}

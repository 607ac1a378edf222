import { findExplorerUrl } from '@latchkey/kernel/transaction'
import type { SendPreview, SendTarget, SentTransaction } from '../Sender.js'
import type { SenderTools } from './SenderTools.js'

/** What was sent, for the view, with a link where the chain has an explorer: to the account when the id is unknown. */
export function sentOf(
  tools: SenderTools,
  id: string | undefined,
  target: SendTarget,
  { amount, fee, receiver }: SendPreview,
): SentTransaction {
  const explorerUrl = findExplorerUrl(tools, target, id)
  return {
    id,
    networkId: target.networkId,
    amount: { ...amount },
    receiver: { ...receiver },
    fee: { ...fee },
    sentAt: tools.clock.now(),
    ...(explorerUrl === undefined ? {} : { explorerUrl }),
  }
}

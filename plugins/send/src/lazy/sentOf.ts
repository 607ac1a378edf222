import { Explorer } from '@latchkey/kernel/plugin'
import type { SendPreview, SendTarget, SentTransaction } from '../Sender.js'
import type { SenderTools } from './SenderTools.js'

/** What was sent, for the view, with a link where the chain has an explorer: to the account when the id is unknown. */
export function sentOf(
  tools: SenderTools,
  id: string | undefined,
  target: SendTarget,
  { amount, receiver }: SendPreview,
): SentTransaction {
  const explorerUrl = linkTo(tools, target, id)
  return {
    id,
    networkId: target.networkId,
    amount: { ...amount },
    receiver: { ...receiver },
    ...(explorerUrl === undefined ? {} : { explorerUrl }),
  }
}

/** A link is not worth losing sight of what was sent. */
function linkTo(
  tools: SenderTools,
  { networkId, address }: SendTarget,
  id: string | undefined,
): string | undefined {
  try {
    const explorer = tools.wallets.chain(networkId, Explorer)
    return id === undefined
      ? explorer?.addressUrl(networkId, address)
      : explorer?.transactionUrl(networkId, id)
  } catch (error) {
    tools.log.warn('The explorer’s link could not be made.', error)
    return undefined
  }
}

import type { SendPreview, SendTarget } from '../Sender.js'
import type { PendingSend } from './pendingSends.js'

/** What is remembered of a send while the chain has not decided. */
export function pendingOf(
  id: string,
  { networkId, address, isSmartAccount }: SendTarget,
  { token, amount, receiver, fee }: SendPreview,
  sentAt: number,
): PendingSend {
  return {
    id,
    networkId,
    address,
    isSmartAccount,
    to: receiver.address,
    amount: { ...amount },
    fee: { ...fee },
    ...(token.address === undefined ? {} : { asset: token.address }),
    name: token.name,
    ...(token.icon === undefined ? {} : { icon: token.icon }),
    sentAt,
  }
}

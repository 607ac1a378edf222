import type { SendPreview, SendTarget } from '../Sender.js'
import type { PendingSend } from './pendingSends.js'
import { storable } from './storedSend.js'

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
    amount: storable(amount),
    fee: { ...fee },
    ...(token.address === undefined ? {} : { asset: token.address }),
    name: token.name.slice(0, 100),
    ...(token.icon === undefined ? {} : { icon: token.icon }),
    sentAt,
  }
}

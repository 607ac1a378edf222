import type { TransactionRecord } from '@latchkey/kernel/plugin'
import type { SendPreview, SendTarget } from '../Sender.js'

/** A send as it will stand in the activity, while the chain has not decided. */
export function recordOf(id: string, target: SendTarget, preview: SendPreview): TransactionRecord {
  const { token, amount, receiver, fee } = preview
  const { networkId, address: from } = target
  const to = receiver.address
  return {
    id,
    networkId,
    operation: 'send',
    status: 'pending',
    from,
    to,
    fee: { ...fee },
    transfers: [
      {
        direction: from === to ? 'self' : 'out',
        amount: { ...amount },
        ...(token.address === undefined ? {} : { asset: token.address }),
        name: token.name,
        ...(token.icon === undefined ? {} : { icon: token.icon }),
        from,
        to,
      },
    ],
  }
}

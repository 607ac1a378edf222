import type { TransactionRecord } from '@latchkey/kernel/contracts'
import type { PendingSend } from './pendingSends.js'

/** A send as it will stand in the activity, while the chain has not decided. */
export function recordOf({
  id,
  networkId,
  address: from,
  to,
  fee,
  amount,
  asset,
  name,
  icon,
}: PendingSend): TransactionRecord {
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
        ...(asset === undefined ? {} : { asset }),
        name,
        ...(icon === undefined ? {} : { icon }),
        from,
        to,
      },
    ],
  }
}

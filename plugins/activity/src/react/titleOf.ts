import type { TransactionRecord } from '@latchkey/kernel/contracts'
import type { activityMessages } from './messages.js'
import { verbOf } from './verbOf.js'

/** Returns the words that head a transaction's row: what the account did, or why nobody can say so. */
export function titleOf(
  { operation, status, isMadeByOther, isUncertain, isUnread }: TransactionRecord,
  messages: (typeof activityMessages)['messages'],
): string {
  if (isMadeByOther) return messages.byOther
  if (isUncertain) return messages.uncertain
  if (isUnread) return messages.unread
  return status === 'pending' && operation === 'cancel' ? messages.canceling : verbOf(operation, messages)
}

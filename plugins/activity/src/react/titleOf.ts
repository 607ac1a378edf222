import type { TransactionRecord } from '@latchkey/kernel/contracts'
import type { activityMessages } from './messages.js'
import { verbOf } from './verbOf.js'

/**
 * Returns the words that head a transaction's row: what the account did, or why nobody can say so.
 *
 * @param isOngoing Nothing beside them says that it's pending: they do.
 */
export function titleOf(
  { operation, status, isMadeByOther, isUncertain, isUnread }: TransactionRecord,
  messages: (typeof activityMessages)['messages'],
  isOngoing = false,
): string {
  if (isMadeByOther) return messages.byOther
  if (isUncertain) return messages.uncertain
  if (isUnread) return messages.unread
  if (status !== 'pending') return verbOf(operation, messages)
  if (operation === 'cancel') return messages.canceling
  if (isOngoing && operation === 'send') return messages.sending
  if (isOngoing && operation === 'receive') return messages.receiving
  return verbOf(operation, messages)
}

import { route } from '../keys/route.js'
import type { NamespaceId } from './caip.js'

/** One pending transaction of the active account, with what can be done about it. */
export const PendingTransactionRoute = route<{ readonly id: string; readonly namespace?: NamespaceId }>(
  'PendingTransaction',
)

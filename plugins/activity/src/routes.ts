import { type NamespaceId, route } from '@latchkey/kernel/plugin'

/** All transactions of the account. Default namespace: the active one. */
export const TransactionsRoute = route<{ readonly namespace?: NamespaceId } | undefined>('Transactions')

import { event } from '@latchkey/kernel/plugin'

/** Whose activity, for analytics. */
export interface ActivityFacts {
  readonly address: string
  readonly isSmartAccount: boolean
  /** Of the page; absent for the newest. */
  readonly cursor?: string
}

/** A person opened the list of all transactions. */
export const TransactionsOpened = event<Pick<ActivityFacts, 'isSmartAccount'>>('CLICK_TRANSACTIONS')
/** An older page was asked for. */
export const MoreTransactionsAsked = event<ActivityFacts>('LOAD_MORE_TRANSACTIONS')
export const TransactionsFailed = event<ActivityFacts>('ERROR_FETCH_TRANSACTIONS')

export { activity, type ActivityOptions } from './activity.js'
export { incomingNotices } from './incomingNotices.js'
export type { IncomingNoticesOptions } from './incomingNotices.js'
export { ActivityFeed } from './ActivityFeed.js'
export type {
  AccountActivity,
  ActivityChoice,
  ActivityFeedService,
  ActivityState,
} from './ActivityFeed.js'
export { MoreTransactionsAsked, TransactionsFailed, TransactionsOpened } from './events.js'
export type { ActivityFacts } from './events.js'
export { replacementDangers } from './replacementDangers.js'
export { TransactionsRoute } from './routes.js'

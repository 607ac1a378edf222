export { LedgerError, type LedgerErrorCode } from './LedgerError.js'
export { ledger, ledgerId } from './ledger.js'
export { Ledger } from './LedgerService.js'
export type {
  LedgerReading,
  LedgerReview,
  LedgerReviewRow,
  LedgerReviewToken,
  LedgerReviewValue,
} from './LedgerReview.js'
export type {
  LedgerChoice,
  LedgerRequest,
  LedgerService,
  LedgerShows,
  LedgerState,
  ReadAccountsRequest,
} from './LedgerService.js'
export type { LedgerScheme } from './paths.js'
export type { LedgerDescriptors, LedgerOptions, LoadDescriptors } from './readOptions.js'
export { ConnectingLedgerRoute, LedgerRequestRoute } from './routes.js'

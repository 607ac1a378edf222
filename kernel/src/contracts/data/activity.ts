import type { BaseError } from '../../errors/base.js'
import type { HistoryPage, HistoryRequest } from '../capabilities/history.js'
import { token } from '../../keys/token.js'
import type { DataSource } from './source.js'

export interface ActivityPage extends HistoryPage {
  readonly source: DataSource
  /** Why a better source did not answer; absent when the best one did. */
  readonly problems?: readonly BaseError[]
}

/** Past transactions, page by page, newest first. Equal asks at one time share one request. */
export interface ActivityService {
  /**
   * @throws BaseError `TRANSACTIONS_UNAVAILABLE` when no source answers, `TRANSACTIONS_ADDRESS_MISSING` without an
   *   address.
   */
  read(request: HistoryRequest): Promise<ActivityPage>
}

export const Activity = token<ActivityService>('latchkey.walletData.activity', {
  package: '@latchkey/plugin-wallet-data',
})

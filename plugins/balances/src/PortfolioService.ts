import { type BaseError, type NetworkId, route, token } from '@latchkey/kernel/plugin'
import type { PriceCurrency } from '@latchkey/kernel/contracts'
import type { AccountBalances } from './BalancesService.js'

export interface PortfolioState {
  /** By `networkId:address`: every connected account on every network that the host lists for it. */
  readonly entries: Readonly<Record<string, AccountBalances>>
  /**
   * Exact sum of the entries' totals, a decimal string in `currency`, without hidden tokens. `undefined` while nobody knows
   * a price.
   */
  readonly total: string | undefined
  /** How many holdings the total leaves out because nobody knows a price that can be stood by. */
  readonly unpriced: number
  /** Whether test networks are read and shown. Survives a reload. */
  readonly showsTestnets: boolean
  /** Tokens that the person doesn't want to see, as `networkId/key` of the holding. Survives a reload. */
  readonly hiddenTokens: readonly string[]
  readonly currency: PriceCurrency
  /** Why nothing can be read at all: `LOAD_FAILED` when the page is offline. */
  readonly fault: BaseError | undefined
}

export interface PortfolioService {
  readonly state: PortfolioState
  /**
   * Keeps the portfolio fresh until the returned function is called: read at once, then every 30 s, while the page is
   * visible. Networks are read side by side; one that fails or hangs is asked again later, and delays no other.
   */
  watch(): () => void
  /**
   * Reads what the accounts hold on a network again, also what is young, when the portfolio is shown or else with the next
   * `watch`. Nothing is asked within 30 s of a failure.
   */
  refresh(networkId: NetworkId): void
  setShowsTestnets(shows: boolean): void
  setTokenHidden(networkId: NetworkId, key: string, hidden: boolean): void
}

/** What all connected accounts hold on all networks. */
export const Portfolio = token<PortfolioService>('latchkey.portfolio', {
  package: '@latchkey/plugin-balances',
})

/** Everything the connected accounts hold, by network. Opened from the tab of the Account view. */
export const PortfolioRoute = route('Portfolio')

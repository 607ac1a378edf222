export { balances } from './balances.js'
export type { BalancesOptions } from './BalancesOptions.js'
export { Balances, TokensRoute } from './BalancesService.js'
export { ownTokens } from './ownTokens.js'
export { OwnTokens, OwnTokensRoute } from './OwnTokensService.js'
export type { OwnToken, OwnTokensService, OwnTokensState } from './OwnTokensService.js'
export { portfolio } from './portfolio.js'
export type { PortfolioOptions } from './portfolio.js'
export { Portfolio, PortfolioRoute } from './PortfolioService.js'
export type { PortfolioService, PortfolioState } from './PortfolioService.js'
export type {
  AccountBalances,
  BalancesService,
  BalancesState,
  NamespaceChoice,
  ShownHolding,
} from './BalancesService.js'

export { balances } from './balances.js'
export type { BalancesOptions } from './BalancesOptions.js'
export { Balances, TokensRoute } from './BalancesService.js'
export type {
  AccountBalances,
  BalancesService,
  BalancesState,
  NamespaceChoice,
  ShownHolding,
} from './BalancesService.js'

export type { ServiceOptions, TokenLists, WalletDataOptions } from './options.js'
export { normalizeName } from './normalizeName.js'
export { Activity } from './tokens/activity.js'
export type { ActivityPage, ActivityService } from './tokens/activity.js'
export { AnalyticsSink } from './tokens/analyticsSink.js'
export type { AnalyticsEvent, AnalyticsSinkService } from './tokens/analyticsSink.js'
export { Collectibles } from './tokens/collectibles.js'
export type {
  Collectible,
  CollectiblesPage,
  CollectiblesRequest,
  CollectiblesService,
} from './tokens/collectibles.js'
export { Holdings } from './tokens/holdings.js'
export type { Holding, HoldingsAnswer, HoldingsRequest, HoldingsService } from './tokens/holdings.js'
export { HostedDirectory } from './tokens/hostedDirectory.js'
export type { HostedDirectoryService, HostedWallet, HostedWalletQuery } from './tokens/hostedDirectory.js'
export { NameRegistry, Names } from './tokens/names.js'
export type {
  FoundName,
  NameRegistryService,
  NamesService,
  NameSuggestion,
  RegisterNameRequest,
} from './tokens/names.js'
export { currencies, Prices } from './tokens/prices.js'
export type { Currency, PriceRequest, PricesService } from './tokens/prices.js'
export { TransactionSettled, TransactionSubmitted } from './tokens/sentTransactions.js'
export type { TransactionDecided, TransactionSent } from './tokens/sentTransactions.js'
export type { DataSource } from './tokens/source.js'
export { walletData } from './walletData.js'

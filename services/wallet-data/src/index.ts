export type { NativeCoin } from './chains/chain.js'
export type { Fault, Faults, RouteName } from './http/faults.js'
export type { RateLimit } from './http/tokenBucket.js'
export type { IndexerState } from './indexer/startIndexer.js'
export type {
  BitcoinNode,
  EvmNode,
  PolkadotNode,
  SolanaNode,
  WalletDataNode,
  EvmSwapVenue,
  SolanaSwapVenue,
  SwapVenue,
  WalletDataOptions,
} from './options.js'
export {
  type Currency,
  type DeclaredPrice,
  type ExchangeRates,
  localMarket,
} from './prices/priceTable.js'
export { startWalletData, type WalletData } from './startWalletData.js'

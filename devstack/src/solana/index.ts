export type { SolanaMint, SolanaMints } from './createMints.js'
export type { SolanaAccount } from './devAccounts.js'
export {
  type SolanaInstruction,
  type TransactionConfig,
  type WriteOptions,
  writeTransaction,
} from './writeTransaction.js'
export {
  type SolanaStack,
  type StartSolanaOptions,
  solanaGenesisHash,
  startSolana,
} from './startSolana.js'
export { type Deal, makeDeal, type MarketAsset } from './market-maker/makeDeal.js'
export {
  type MarketMaker,
  type MarketMakerLies,
  type MarketQuote,
  startMarketMaker,
  type StartMarketMakerOptions,
} from './market-maker/startMarketMaker.js'

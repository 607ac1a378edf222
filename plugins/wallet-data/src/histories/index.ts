export { blockscout, type BlockscoutOptions } from './blockscout.js'
export { etherscan, type EtherscanOptions } from './etherscan.js'
export type {
  HistoryEntry,
  HistoryFacts,
  HistoryList,
  HistoryListPage,
  HistoryListRequest,
  HistorySource,
  HistoryTools,
} from './HistorySource.js'
export { subscan, type SubscanOptions } from './subscan.js'

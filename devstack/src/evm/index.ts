export { legacyTokenAbi, ownedAccountAbi, ownedAccountFactoryAbi } from './abis.js'
export { artifacts } from './artifacts.js'
export {
  type AmmPool,
  type AmmTokens,
  type AmmTrade,
  deployAmm,
  type EvmAmm,
} from './deployAmm.js'
export {
  deployFeeds,
  type EvmFeed,
  type EvmFeeds,
  type FeedRound,
} from './deployFeeds.js'
export { deploySlipstream, type EvmSlipstream, type SlipstreamPool } from './deploySlipstream.js'
export { deployShop, type EvmShop } from './deployShop.js'
export { deployUniswapV4, type EvmUniswapV4, type V4Pool } from './deployUniswapV4.js'
export { DEV_MNEMONIC, devAccounts } from './devAccounts.js'
export type { EvmClient } from './evmClient.js'
export type {
  EvmAccount,
  EvmContracts,
  EvmName,
  EvmNames,
  EvmStack,
  EvmToken,
  EvmTokens,
} from './evmStack.js'
export { smartAccountContracts } from './placeSmartAccounts.js'
export { type CoinLogs, type CoinLogsOptions, startCoinLogs } from './startCoinLogs.js'
export { type StartEvmOptions, startEvm } from './startEvm.js'
export { waitForReceipt } from './waitForReceipt.js'

export type { OracleFeed, OracleNetwork } from './OracleNetwork.js'
export { oracleFeeds, type OracleFeedsOptions } from './oracleFeeds.js'
export { poolPrices, type PoolPricesOptions } from './poolPrices.js'

import type { NetworkId } from '@latchkey/kernel/plugin'
import type { PriceCurrency } from '@latchkey/kernel/contracts'

type EvmAddress = `0x${string}`

/** One feed with the functions of Chainlink's `AggregatorV3Interface`. */
export interface OracleFeed {
  /** As the feed's own `description()` says it: `ETH / USD`. A contract that says something else is not believed. */
  readonly pair: string
  /** What it says as well where the asset was renamed: `MATIC / USD`. */
  readonly formerly?: string
  readonly address: EvmAddress
  /** Seconds within which the feed renews its answer, also when the price does not move. */
  readonly heartbeat: number
  /**
   * What the first half of the pair is: network ids (CAIP-2) for native coins, `eip155:1/0x…` for tokens, and the code of a
   * currency. Of any network: a feed on Ethereum may say what a bitcoin is worth.
   */
  readonly prices: readonly (NetworkId | `${NetworkId}/${string}` | PriceCurrency)[]
}

/** The feeds of one network. */
export interface OracleNetwork {
  readonly feeds: readonly OracleFeed[]
  /** Of a rollup: the feed that says whether its sequencer works. While it doesn't, prices there stand still. */
  readonly sequencer?: {
    readonly address: EvmAddress
    /** Seconds after a restart in which nothing is believed yet. Default 3600. */
    readonly gracePeriod?: number
  }
}

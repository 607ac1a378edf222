import type { NativeCoin } from './chains/chain.js'
import type { Faults } from './http/faults.js'
import type { RateLimit } from './http/tokenBucket.js'
import type { DeclaredPrice, ExchangeRates } from './prices/priceTable.js'

/** A chain to index and serve. */
export type WalletDataNode = EvmNode | SolanaNode | BitcoinNode | PolkadotNode

interface NodeOptions {
  /**
   * Whether this process reads new blocks: on a file, it does; on PostgreSQL, one of those that may does, and another goes
   * on when it dies.
   *
   * @default true
   */
  readonly isFollowed?: boolean
}

export interface EvmNode extends NodeOptions {
  readonly namespace: 'eip155'
  /** HTTP JSON-RPC. */
  readonly url: string
  /** @default Ether, ETH, 18 decimals */
  readonly native?: NativeCoin
  /** The token contract that moves the coin itself, such as CELO's. @default what is known of the network */
  readonly coinToken?: string
  /** Block to begin with. @default 0 */
  readonly firstHeight?: number
  /** ENS universal resolver. @default the one of the local chain, where there is one */
  readonly universalResolver?: string
}

export interface SolanaNode extends NodeOptions {
  readonly namespace: 'solana'
  /** HTTP JSON-RPC. */
  readonly url: string
}

export interface BitcoinNode extends NodeOptions {
  readonly namespace: 'bip122'
  /** Base address of an Esplora-style interface. */
  readonly url: string
  /** CAIP-2 id. @default what the hash of block 0 says */
  readonly networkId?: string
  /** Block to begin with. @default 0 */
  readonly firstHeight?: number
}

export interface PolkadotNode extends NodeOptions {
  readonly namespace: 'polkadot'
  /** WebSocket JSON-RPC. */
  readonly url: string
  /** Block to begin with. @default 1 */
  readonly firstHeight?: number
}

/** Where tokens are swapped on a network. */
export type SwapVenue = EvmSwapVenue | SolanaSwapVenue

/** Pools of an EVM network: a router of Uniswap v2's form. */
export interface EvmSwapVenue {
  readonly router: string
  /** The wrapped coin. */
  readonly wrapped: string
  /** What is listed, beside the coin. Others can be swapped too. */
  readonly tokens: readonly {
    readonly address: string
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }[]
}

/** A service that speaks the HTTP protocol of Jupiter. */
export interface SolanaSwapVenue {
  /** Up to `/quote` and `/swap-instructions`. */
  readonly url: string
  /** Up to `/tag` and `/search`. @default none: the coin alone is listed */
  readonly tokensUrl?: string
  /**
   * Whether it is a market maker, which signs its side of one transaction (`/swap`).
   * @default false: it answers instructions of a program
   */
  readonly isMaker?: boolean
  /** Sent with each request, such as a key. Clients don't see them. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface WalletDataOptions {
  /** The chains, which must be running. */
  readonly nodes: readonly WalletDataNode[]
  /**
   * Path of a file for the embedded database, or a `postgres://` connection string.
   * @default a file that is removed at the end
   */
  readonly database?: string
  /**
   * `postgres://` connection strings of read replicas, which are read in turn. One that is more than 2 seconds behind, or
   * away, isn't: the primary is.
   *
   * @default none
   */
  readonly replicas?: readonly string[]
  /**
   * `redis://` address, for several instances: they count rates and quotas together, and find names out once. While it's
   * away, each instance counts on its own.
   *
   * @default none: this process counts
   */
  readonly redis?: string
  /** @default 0, which takes a free port */
  readonly port?: number
  /** @default '127.0.0.1' */
  readonly host?: string
  /** Time from `stop` on in which `/ready` says no and everything is answered still: so long a load balancer needs. @default 0 */
  readonly drainMilliseconds?: number
  /** Pause between looking for new blocks. @default 200 */
  readonly pollMilliseconds?: number
  /** Project ids to answer. @default any */
  readonly projects?: readonly string[]
  /** For each route and client. `false` switches it off. @default 2,000 requests at once, 1,000 a second */
  readonly rateLimit?: RateLimit | false
  /** Names that one client registers. `false` switches it off. @default 100 at once, and 100 a day */
  readonly nameLimit?: RateLimit | false
  /** How many analytics events are kept: the oldest make room. @default 1,000,000 */
  readonly analyticsKept?: number
  /** Requests a project has in a day. @default no limit */
  readonly quota?: number
  /** CAIP-2 ids whose requests count against no quota. */
  readonly quotaExemptNetworks?: readonly string[]
  /** What assets are worth. The service asks no market. @default none */
  readonly prices?: readonly DeclaredPrice[]
  /** What one US dollar is in other currencies; without it, worths are told in dollars only. */
  readonly perDollar?: ExchangeRates
  /** What registered names end in. @default `latchkey.id` */
  readonly zones?: readonly string[]
  /**
   * The origins that clients reach the service at, such as `https://data.example.com`. What people sign to change a name
   * must then be for one of them, so that no other service with the same ending can use it here.
   *
   * @default none: a signed message may be for any service
   */
  readonly origins?: readonly string[]
  /** CAIP-10 addresses of collections that are marked as spam. */
  readonly spam?: readonly string[]
  /** Ids of wallets that carry the badge `certified` in the hosted directory. @default none */
  readonly certifiedWallets?: readonly string[]
  /** Where tokens are swapped, by CAIP-2 id of an EVM network or a Solana cluster. @default none: nothing can be swapped */
  readonly swaps?: Readonly<Record<string, SwapVenue>>
  /** Where a provider of card payments answers `/v1/onramp/buy/…`. @default none: nothing is sold */
  readonly onrampUrl?: string
  /** What `/getAnalyticsConfig` answers. @default true */
  readonly isAnalyticsEnabled?: boolean
  /** Origins that may send analytics; others are refused with 403. @default any */
  readonly analyticsOrigins?: readonly string[]
  /** What goes wrong, for tests. Changed later with `setFaults`. */
  readonly faults?: Faults
  /** Port of the switches for tests on loopback; 0 takes a free one. @default no such port */
  readonly adminPort?: number
  /**
   * How many proxies stand in front, each of which adds to `X-Forwarded-For`: the client is that many entries from its
   * right end. `true` is one. What stands further left is the client's own claim and never read. @default false
   */
  readonly trustProxy?: boolean | number
  /** Whoever sends it as a bearer token (RFC 6750) reads `/metrics`. At least 16 characters. @default none: nobody does */
  readonly metricsToken?: string
  /** Milliseconds since the epoch. @default Date.now */
  readonly now?: () => number
  /** Gets what went wrong on this side. @default a warning of the process */
  readonly report?: (error: unknown) => void
}

import type { Analytics } from './store/analytics.js'
import type { Chain } from './chains/chain.js'
import type { NodeAsker } from './chains/evm/createNodeAsker.js'
import type { EvmReadClient } from './chains/evm/evmChain.js'
import type { OpenDatabase } from './database/openDatabase.js'
import type { HostedWallet } from './directory/hostedWallets.js'
import type { AnswerCache } from './http/answerCache.js'
import type { FaultSwitch } from './http/faults.js'
import type { TokenBuckets } from './http/tokenBucket.js'
import type { Indexer } from './indexer/startIndexer.js'
import type { Metrics } from './metrics.js'
import type { PriceTable } from './prices/priceTable.js'
import type { SwapVenue } from './options.js'
import type { Multipliers } from './routes/createMultipliers.js'
import type { Quota } from './routes/quota.js'
import type { Announce } from './shared/changes.js'
import type { RecentChanges } from './shared/recentChanges.js'
import type { SharedAnswers } from './shared/sharedAnswers.js'

/** An EVM network where signatures can be checked and names looked up. */
export interface EvmNetwork {
  readonly chainId: number
  readonly client: EvmReadClient
  readonly asker: NodeAsker
  /** ENS universal resolver, where the network has one. */
  readonly universalResolver: string | undefined
}

/** What the routes work with. */
export interface Service {
  readonly database: OpenDatabase
  readonly chains: readonly Chain[]
  readonly evmNetworks: readonly EvmNetwork[]
  readonly indexer: Indexer
  readonly prices: PriceTable
  /** How amounts of tokens are shown. */
  readonly multipliers: Multipliers
  /** The hosted list of wallets. */
  readonly directory: readonly HostedWallet[]
  /** Parts of balance answers. */
  readonly coins: AnswerCache
  readonly tokens: AnswerCache
  /** Pages of histories. */
  readonly histories: AnswerCache
  readonly identities: AnswerCache
  readonly sharedIdentities: SharedAnswers
  readonly buckets: TokenBuckets | undefined
  /** Of names that are registered. */
  readonly nameBuckets: TokenBuckets | undefined
  readonly analytics: Analytics
  readonly faults: FaultSwitch
  readonly quota: Quota
  readonly metrics: Metrics
  readonly settings: ServiceSettings
  readonly recent: RecentChanges
  readonly announce: Announce
  readonly lifecycle: Lifecycle
  now(): number
  report(error: unknown): void
}

/** What this process does at the moment, beside answering. */
export interface Lifecycle {
  isStopping: boolean
  /** It hears what changes in the database, and so may keep answers. */
  isHearing: boolean
  /** It reads the chains. */
  isIndexing: boolean
}

export interface ServiceSettings {
  readonly projects: ReadonlySet<string> | undefined
  readonly quota: number | undefined
  readonly quotaExemptNetworks: ReadonlySet<string>
  readonly zones: readonly string[]
  /** Those that signed messages may be for. Empty: any. */
  readonly origins: ReadonlySet<string>
  readonly spam: ReadonlySet<string>
  readonly certifiedWallets: ReadonlySet<string>
  readonly swaps: Readonly<Record<string, SwapVenue>>
  readonly onrampUrl: string | undefined
  readonly isAnalyticsEnabled: boolean
  readonly analyticsOrigins: ReadonlySet<string> | undefined
  /** Proxies whose entries in `X-Forwarded-For` are believed. */
  readonly trustedHops: number
  /** Without it, `/metrics` isn't there. */
  readonly metricsToken: string | undefined
}

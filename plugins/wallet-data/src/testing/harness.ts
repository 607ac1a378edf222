import type { NetworkId } from '@latchkey/kernel/plugin'
import type {
  ActivityService,
  CollectiblesService,
  HoldingsService,
  NamesService,
  PricesService,
  DataSource,
} from '@latchkey/kernel/contracts'

/** What a suite needs of a test runner: `test` of vitest, jest, node:test, bun … */
export type TestFunction = (name: string, run: () => Promise<void> | void) => unknown

export type WalletDataGroup = 'holdings' | 'activity' | 'names' | 'prices' | 'collectibles'

/** What is known to be true, from somewhere else than the provider: the nodes. */
export interface WalletDataFacts {
  readonly networkId: NetworkId
  /** An account that holds something and did something. */
  readonly address: string
  /** The same account in another spelling, where the namespace has one. */
  readonly spelling?: string
  /** In the smallest unit. */
  readonly coin: bigint
  readonly tokens: readonly { readonly address: string; readonly value: bigint; readonly decimals: number }[]
  /** Where the answers are to come from. */
  readonly source: DataSource
  /** Id of a transaction of the account. */
  readonly transaction?: string
  /** A name of the account, forward and reverse. */
  readonly name?: string
  /** An account without a name. */
  readonly nameless?: string
  /** Price of the coin in US dollars; absent where nobody knows one. */
  readonly price?: string
  /** A collectible of the account. */
  readonly collectible?: { readonly address: string; readonly id: string; readonly count: bigint }
}

/** Providers of the tokens, over chains or services that a test can count on. What is left out is not tested. */
export interface WalletDataHarness {
  readonly facts: WalletDataFacts
  readonly holdings?: HoldingsService
  readonly activity?: ActivityService
  readonly names?: NamesService
  readonly prices?: PricesService
  readonly collectibles?: CollectiblesService
  /** How many questions have left the page so far. Without it, nothing is said about sharing. */
  requests?(): number
  /** Ends what the harness started. */
  stop?(): void | Promise<void>
}

export interface WalletDataSuiteOptions {
  readonly test: TestFunction
  /** Makes the providers for each test. */
  create(): WalletDataHarness | Promise<WalletDataHarness>
  /** Groups to leave out, by name. */
  readonly skip?: readonly WalletDataGroup[]
}

import type { Clock, Deps, HttpService, ListReader, LogService, NetworkId } from '@latchkey/kernel/plugin'
import type { PriceCurrency, TokenRecord } from '@latchkey/kernel/contracts'

/** What has a price: an asset of a network, the native coin where `address` is absent, or one unit of a currency. */
export type Priced =
  | { readonly networkId: NetworkId; readonly address?: string; readonly currency?: undefined }
  | { readonly currency: PriceCurrency; readonly networkId?: undefined }

/** What one source says of one asset. */
export interface PriceReading {
  /** Of one whole unit, a decimal string above zero. Anything else is taken for no answer. */
  readonly price: string
  /** What the price is counted in. It is turned into the currency that was asked for. */
  readonly in: Priced
}

export interface PriceReadRequest {
  readonly assets: readonly Priced[]
  /** What is wanted. A source that counts in something else says so in its readings. */
  readonly currency: PriceCurrency
  readonly signal: AbortSignal
}

/** A source at work. */
export interface PriceReader {
  /** Whether it may know the asset. It asks nobody. */
  supports(asset: Priced, currency: PriceCurrency): boolean
  /**
   * One answer for each asset, in their order. `undefined` for what it doesn't know, and for what it knows and can't
   * stand by: a price that is old, not positive, or of a market that is too thin.
   * @throws when it does not work at all. It is then left alone for a minute.
   */
  read(request: PriceReadRequest): Promise<readonly (PriceReading | undefined)[]>
}

export interface PriceTools {
  readonly http: HttpService
  readonly clock: Clock
  readonly log: LogService
  readonly list: ListReader
}

/** A place that knows prices. Make one with {@link priceSource}, which types its services. */
export interface PriceSource {
  /** Unique in the list of sources: `oracleFeeds`. */
  readonly id: string
  /** Services of other plugins that it works with. Without one of them the source is left out. */
  readonly uses: TokenRecord
  /** Loads what does the work. Called with the first question. */
  open(services: never, tools: PriceTools): Promise<PriceReader>
}

/**
 * Makes a source of prices.
 *
 * @example
 * priceSource({ id: 'example', uses: {}, open: async (_, { http }) => createReader(http) })
 */
export function priceSource<const uses extends TokenRecord>(source: {
  readonly id: string
  readonly uses: uses
  open(services: Deps<uses, Readonly<Record<never, never>>>, tools: PriceTools): Promise<PriceReader>
}): PriceSource {
  return source as PriceSource
}

import { checkOptionNames, type NetworkId } from '@latchkey/kernel/plugin'
import { type PriceSource, priceSource } from './PriceSource.js'

export interface CoinGeckoOptions {
  /** A key of the demo plan, or of a paid one with `isPro`. It stands in the page: keep one apart for it. */
  readonly key?: string | undefined
  /** Whether the key is of a paid plan, which has a host of its own. Default false. */
  readonly isPro?: boolean | undefined
  /** Where to ask in place of the service: a proxy of your own that keeps the key, `https://app.example/coingecko`. */
  readonly url?: string | undefined
  /** Ids of native coins by CAIP-2 network, beside those known: `{ 'eip155:1329': 'sei-network' }`. */
  readonly coins?: Readonly<Record<NetworkId, string>> | undefined
  /** Ids of asset platforms by CAIP-2 network, beside those known. */
  readonly platforms?: Readonly<Record<NetworkId, string>> | undefined
  /** How many token addresses a request may name. Default 1 without a key, 30 with one, 100 on a paid plan. */
  readonly addressesPerRequest?: number | undefined
}

const names = {
  key: true,
  isPro: true,
  url: true,
  coins: true,
  platforms: true,
  addressesPerRequest: true,
} satisfies Record<keyof CoinGeckoOptions, true>

/**
 * Prices from CoinGecko's public interface (`/simple/price`, `/simple/token_price`). It learns which tokens are held and
 * the person's network address, and no account.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * prices([oracleFeeds(), coinGecko({ key: 'CG-…' })])
 */
export function coinGecko(options: CoinGeckoOptions = {}): PriceSource {
  checkOptionNames('coinGecko', options, names)
  return priceSource({
    id: 'coinGecko',
    uses: {},
    async open(_, { http, clock }) {
      const { createCoinGeckoReader } = await import('./lazy/createCoinGeckoReader.js')
      return createCoinGeckoReader({ http, clock, options })
    },
  })
}

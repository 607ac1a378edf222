import { checkOptionNames, type NetworkId } from '@latchkey/kernel/plugin'
import { type PriceSource, priceSource } from './PriceSource.js'

export interface DefiLlamaOptions {
  /** Where to ask: default `https://coins.llama.fi`. With a key of the paid plan, `https://pro-api.llama.fi/<key>/coins`. */
  readonly url?: string | undefined
  /** Names of chains by CAIP-2 network, beside those known. */
  readonly platforms?: Readonly<Record<NetworkId, string>> | undefined
  /** Ids of native coins (those of CoinGecko) by CAIP-2 network, beside those known. */
  readonly coins?: Readonly<Record<NetworkId, string>> | undefined
}

const names = { url: true, platforms: true, coins: true } satisfies Record<keyof DefiLlamaOptions, true>

/**
 * Prices from DefiLlama's public interface (`/prices/current`), in US dollars, without a key. It learns which tokens are
 * held and the person's network address, and no account.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * prices([oracleFeeds(), defiLlama()])
 */
export function defiLlama(options: DefiLlamaOptions = {}): PriceSource {
  checkOptionNames('defiLlama', options, names)
  return priceSource({
    id: 'defiLlama',
    uses: {},
    async open(_, { http, clock }) {
      const { createDefiLlamaReader } = await import('./lazy/createDefiLlamaReader.js')
      return createDefiLlamaReader({ http, clock, options })
    },
  })
}

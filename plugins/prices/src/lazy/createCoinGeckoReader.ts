import type { Clock, HttpService } from '@latchkey/kernel/plugin'
import { decimalOf, type PriceCurrency } from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'
import type { CoinGeckoOptions } from '../coinGecko.js'
import type { Priced, PriceReader, PriceReading } from '../PriceSource.js'
import { isFresh } from './isFresh.js'
import { coinIds, currencyIds, geckoPlatforms } from './serviceNames.js'
import { takeInParts } from './takeInParts.js'

/** By id or address, by currency; a number that isn't there is null. */
const answerSchema = z.record(z.string(), z.record(z.string(), z.nullish(z.number())))
type Answer = z.infer<typeof answerSchema>

/** Native coins of a request. */
const coinsPerRequest = 50
/** A reading takes no more requests than this: a plan without a key allows some 30 in a minute, for everything. */
const mostRequests = 8
/** Characters that addresses of chains have. */
const addressForm = /^[0-9A-Za-z]{1,128}$/

export interface CoinGeckoTools {
  readonly http: HttpService
  readonly clock: Clock
  readonly options: CoinGeckoOptions
}

export function createCoinGeckoReader(tools: CoinGeckoTools): PriceReader {
  const { clock, options } = tools
  const { coinOf, tokenOf } = createNames(options)
  const ask = createAsker(tools)
  const size = options.addressesPerRequest ?? (options.key === undefined ? 1 : options.isPro ? 100 : 30)

  function requestsFor(assets: readonly Priced[], currency: PriceCurrency, signal: AbortSignal) {
    const ids = [...new Set(assets.flatMap((asset) => coinOf(asset) ?? []))]
    const tokens = assets.flatMap((asset) => tokenOf(asset) ?? [])
    const platforms = [...new Set(tokens.flatMap(({ platform }) => platform ?? []))]
    const list = [
      ...takeInParts(ids, coinsPerRequest).map((part) => ({ platform: '', query: { ids: part.join(',') } })),
      ...platforms.flatMap((platform) => {
        const own = tokens.flatMap((token) => (token.platform === platform ? token.address : []))
        return takeInParts([...new Set(own)], size).map((part) => ({
          platform,
          query: { contract_addresses: part.join(',') },
        }))
      }),
    ]
    return list.slice(0, mostRequests).map(({ platform, query }) => ask(platform, query, currency, signal))
  }

  return {
    supports: (asset) => coinOf(asset) !== undefined || tokenOf(asset)?.platform !== undefined,
    async read({ assets, currency, signal }) {
      const answers = await Promise.allSettled(requestsFor(assets, currency, signal))
      const failed = answers.find((answer) => answer.status === 'rejected')
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      if (failed && answers.every(({ status }) => status === 'rejected')) throw failed.reason
      const entries = new Map(found)
      return assets.map((asset) => {
        const token = tokenOf(asset)
        const id = token ? keyOf(token.platform ?? '', token.address) : keyOf('', coinOf(asset) ?? '')
        return readEntry(entries.get(id), currency, clock.now())
      })
    },
  }
}

/** What the service calls an asset. */
function createNames(options: CoinGeckoOptions) {
  const coins: Readonly<Record<string, string>> = { ...coinIds, ...options.coins }
  const platforms: Readonly<Record<string, string>> = { ...geckoPlatforms, ...options.platforms }
  return {
    coinOf(asset: Priced): string | undefined {
      if (asset.networkId === undefined) return currencyIds[asset.currency]
      return asset.address === undefined ? coins[asset.networkId] : undefined
    },
    tokenOf(asset: Priced) {
      if (asset.networkId === undefined || asset.address === undefined) return undefined
      if (!addressForm.test(asset.address)) return undefined
      return { platform: platforms[asset.networkId], address: asset.address }
    },
  }
}

function createAsker({ http, options: { key, isPro = false, url } }: CoinGeckoTools) {
  const base = (url ?? `https://${isPro ? 'pro-api' : 'api'}.coingecko.com/api/v3`).replace(/\/+$/, '')
  const headers = key === undefined ? {} : { [isPro ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: key }
  return async (
    platform: string,
    query: Readonly<Record<string, string>>,
    currency: PriceCurrency,
    signal: AbortSignal,
  ) => {
    const answer = await http.request({
      url: `${base}/simple/${platform === '' ? 'price' : `token_price/${platform}`}`,
      query: { ...query, vs_currencies: currency, include_last_updated_at: true, precision: 'full' },
      headers,
      schema: answerSchema,
      what: 'The price service',
      // The next source is asked meanwhile, and this one again in a minute.
      retries: 0,
      signal,
    })
    return Object.entries(answer).map(([id, entry]) => [keyOf(platform, id), entry] as const)
  }
}

/** Addresses of Solana are told apart by their case; the others come back in lower case. */
const keyOf = (platform: string, id: string) => `${platform} ${id.startsWith('0x') ? id.toLowerCase() : id}`

function readEntry(
  entry: Answer[string] | undefined,
  currency: string,
  now: number,
): PriceReading | undefined {
  const value = entry?.[currency]
  if (!entry || value == null || !isFresh(entry['last_updated_at'], now)) return undefined
  const price = decimalOf(value)
  return price === undefined ? undefined : { price, in: { currency: currency as PriceCurrency } }
}

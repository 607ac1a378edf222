import { type Clock, decimalOf, type HttpService, type PriceCurrency } from '@latchkey/kernel/plugin'
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

export function createCoinGeckoReader({ http, clock, options }: CoinGeckoTools): PriceReader {
  const { key, isPro = false } = options
  const url = (options.url ?? `https://${isPro ? 'pro-api' : 'api'}.coingecko.com/api/v3`).replace(/\/+$/, '')
  const headers = key === undefined ? {} : { [isPro ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key']: key }
  const size = options.addressesPerRequest ?? (key === undefined ? 1 : isPro ? 100 : 30)
  const coins: Readonly<Record<string, string>> = { ...coinIds, ...options.coins }
  const platforms: Readonly<Record<string, string>> = { ...geckoPlatforms, ...options.platforms }

  const coinOf = (asset: Priced) =>
    asset.networkId === undefined
      ? currencyIds[asset.currency]
      : asset.address === undefined
        ? coins[asset.networkId]
        : undefined
  const tokenOf = (asset: Priced) =>
    asset.networkId !== undefined && asset.address !== undefined && addressForm.test(asset.address)
      ? { platform: platforms[asset.networkId], address: asset.address }
      : undefined

  function ask(path: string, query: Readonly<Record<string, string>>, currency: string, signal: AbortSignal) {
    return http.request({
      url: `${url}${path}`,
      query: { ...query, vs_currencies: currency, include_last_updated_at: true, precision: 'full' },
      headers,
      schema: answerSchema,
      what: 'The price service',
      // The next source is asked meanwhile, and this one again in a minute.
      retries: 0,
      signal,
    })
  }

  function requestsFor(assets: readonly Priced[], currency: PriceCurrency, signal: AbortSignal) {
    const ids = [...new Set(assets.flatMap((asset) => coinOf(asset) ?? []))]
    const tokens = assets.flatMap((asset) => tokenOf(asset) ?? [])
    const known = [...new Set(tokens.flatMap(({ platform }) => platform ?? []))]
    const list = [
      ...takeInParts(ids, coinsPerRequest).map(
        (part) => () =>
          ask('/simple/price', { ids: part.join(',') }, currency, signal).then(
            (found) => ['', found] as const,
          ),
      ),
      ...known.flatMap((platform) => {
        const own = [
          ...new Set(tokens.flatMap((token) => (token.platform === platform ? token.address : []))),
        ]
        return takeInParts(own, size).map(
          (part) => () =>
            ask(
              `/simple/token_price/${platform}`,
              { contract_addresses: part.join(',') },
              currency,
              signal,
            ).then((found) => [platform, found] as const),
        )
      }),
    ]
    return list.slice(0, mostRequests)
  }

  return {
    supports: (asset) => coinOf(asset) !== undefined || tokenOf(asset)?.platform !== undefined,
    async read({ assets, currency, signal }) {
      const answers = await Promise.allSettled(requestsFor(assets, currency, signal).map((run) => run()))
      const failed = answers.find((answer) => answer.status === 'rejected')
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      if (failed && found.length === 0) throw failed.reason
      const entries = new Map(
        found.flatMap(([platform, answer]) =>
          Object.entries(answer).map(([id, entry]) => [keyOf(platform, id), entry] as const),
        ),
      )
      return assets.map((asset) => {
        const token = tokenOf(asset)
        const id = token ? keyOf(token.platform ?? '', token.address) : keyOf('', coinOf(asset) ?? '')
        return readEntry(entries.get(id), currency, clock.now())
      })
    },
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

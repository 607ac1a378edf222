import type { Clock, HttpService } from '@latchkey/kernel/plugin'
import { decimalOf } from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'
import type { DefiLlamaOptions } from '../defiLlama.js'
import type { Priced, PriceReader, PriceReading } from '../PriceSource.js'
import { isFresh } from './isFresh.js'
import { coinIds, currencyIds, llamaPlatforms } from './serviceNames.js'
import { takeInParts } from './takeInParts.js'

const coinSchema = z.object({
  price: z.number(),
  timestamp: z.number(),
  confidence: z.optional(z.number()),
})
const answerSchema = z.object({ coins: z.record(z.string(), z.unknown()) })

/** They stand in the path, which servers take some kilobytes of. */
const coinsPerRequest = 60
const mostRequests = 8
/** How sure the service has to be, from 0 to 1. */
const leastConfidence = 0.9
const addressForm = /^[0-9A-Za-z]{1,128}$/

export interface DefiLlamaTools {
  readonly http: HttpService
  readonly clock: Clock
  readonly options: DefiLlamaOptions
}

export function createDefiLlamaReader({ http, clock, options }: DefiLlamaTools): PriceReader {
  const url = (options.url ?? 'https://coins.llama.fi').replace(/\/+$/, '')
  const coins: Readonly<Record<string, string>> = { ...coinIds, ...options.coins }
  const platforms: Readonly<Record<string, string>> = { ...llamaPlatforms, ...options.platforms }

  function nameOf(asset: Priced): string | undefined {
    if (asset.networkId === undefined) return coinName(currencyIds[asset.currency])
    if (asset.address === undefined) return coinName(coins[asset.networkId])
    const platform = platforms[asset.networkId]
    return platform !== undefined && addressForm.test(asset.address)
      ? `${platform}:${asset.address}`
      : undefined
  }

  async function ask(names: readonly string[], signal: AbortSignal) {
    const answer = await http.request({
      url: `${url}/prices/current/${names.join(',')}`,
      query: { searchWidth: '1h' },
      schema: answerSchema,
      what: 'The price service',
      retries: 0,
      signal,
    })
    return answer.coins
  }

  return {
    supports: (asset) => nameOf(asset) !== undefined,
    async read({ assets, signal }) {
      const names = [...new Set(assets.flatMap((asset) => nameOf(asset) ?? []))]
      const parts = takeInParts(names, coinsPerRequest).slice(0, mostRequests)
      const answers = await Promise.allSettled(parts.map((part) => ask(part, signal)))
      const failed = answers.find((answer) => answer.status === 'rejected')
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      if (failed && found.length === 0) throw failed.reason
      const entries = new Map(
        found.flatMap((part) => Object.entries(part).map(([name, coin]) => [keyOf(name), coin] as const)),
      )
      return assets.map((asset) => readCoin(entries.get(keyOf(nameOf(asset) ?? '')), clock.now()))
    },
  }
}

const coinName = (id: string | undefined) => (id === undefined ? undefined : `coingecko:${id}`)

const keyOf = (name: string) => (name.includes(':0x') ? name.toLowerCase() : name)

/** One coin in another form is no reason to do without the others. */
function readCoin(value: unknown, now: number): PriceReading | undefined {
  const coin = coinSchema.safeParse(value)
  if (!coin.success) return undefined
  const { price, timestamp, confidence = 0 } = coin.data
  if (!isFresh(timestamp, now) || confidence < leastConfidence) return undefined
  const text = decimalOf(price)
  return text === undefined ? undefined : { price: text, in: { currency: 'usd' } }
}

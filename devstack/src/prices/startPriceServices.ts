import { createServer } from 'node:http'
import { answerPreflight, crossOriginHeaders } from '../http/crossOrigin.js'
import { close, listen } from '../http/listen.js'
import { answerGecko } from './answerGecko.js'
import { answerLlama } from './answerLlama.js'
import type { Reply } from './reply.js'

/** What a coin or token is worth, as both services say it. */
export interface ListedPrice {
  /** By currency: `{ usd: 3000.5, eur: 2700 }`. DefiLlama's form knows `usd` only. */
  readonly prices: Readonly<Record<string, number>>
  /** Seconds since the epoch. Default now. */
  readonly madeAt?: number
  /** As DefiLlama says it, from 0 to 1. Default 0.99. */
  readonly confidence?: number
}

export interface PriceServiceFaults {
  /** Every request is answered with this status. */
  readonly status?: number
  /** Every request is answered with this text. */
  readonly body?: string
  /** No request is answered. */
  readonly hangs?: boolean
}

export interface PriceServicesOptions {
  /** Default 0, which takes a free one. */
  readonly port?: number
  /**
   * Coins by CoinGecko's id, `ethereum`; tokens by platform and address, `ethereum:0x…`, as both services name the
   * platform.
   */
  readonly listed?: Readonly<Record<string, ListedPrice>>
  /** Requests in a minute before CoinGecko's form answers 429. Default 30, as without a key. */
  readonly requestsPerMinute?: number
  /** Token addresses in a request of CoinGecko's form without a key. Default 1. */
  readonly addressesPerRequest?: number
  /** A key that lifts both limits. */
  readonly key?: string
}

export interface PriceServices {
  /** Base of CoinGecko's form: `/simple/price` and `/simple/token_price/{platform}`. */
  readonly geckoUrl: string
  /** Base of DefiLlama's form: `/prices/current/{coins}`. */
  readonly llamaUrl: string
  /** Paths that were asked for, with their queries. */
  readonly requests: readonly string[]
  set(listed: Readonly<Record<string, ListedPrice>>): void
  /** Replaces all faults; `{}` ends them. */
  setFaults(faults: PriceServiceFaults): void
  stop(): Promise<void>
}

const minute = 60_000

/**
 * Stands in for the two common public price services on loopback: paths, parameters, limits and errors as CoinGecko's and
 * DefiLlama's public documentation has them, over prices that a test decides.
 */
export async function startPriceServices(options: PriceServicesOptions = {}): Promise<PriceServices> {
  const { requestsPerMinute = 30, addressesPerRequest = 1, key } = options
  const requests: string[] = []
  const lately: number[] = []
  let listed = options.listed ?? {}
  let faults: PriceServiceFaults = {}

  function isTooMany(): boolean {
    const now = Date.now()
    while ((lately[0] ?? now) <= now - minute) lately.shift()
    if (lately.length >= requestsPerMinute) return true
    lately.push(now)
    return false
  }

  function reply(url: URL, hasKey: boolean): Reply {
    if (faults.status !== undefined) return { status: faults.status, body: { error: 'Internal error' } }
    if (url.pathname.startsWith('/llama/')) return answerLlama(url, listed)
    if (!hasKey && isTooMany()) {
      const body = { status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } }
      return { status: 429, body, headers: { 'retry-after': '60' } }
    }
    return answerGecko(url, listed, hasKey ? undefined : addressesPerRequest)
  }

  const server = createServer((request, response) => {
    if (answerPreflight(request, response)) return
    const url = new URL(request.url ?? '/', 'http://localhost')
    requests.push(`${url.pathname}${url.search}`)
    if (faults.hangs) return
    const given = request.headers['x-cg-demo-api-key'] ?? request.headers['x-cg-pro-api-key']
    const { status, body, headers } = reply(url, key !== undefined && given === key)
    response.writeHead(status, { ...crossOriginHeaders, 'content-type': 'application/json', ...headers })
    response.end(faults.body ?? JSON.stringify(body))
  })
  const url = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`
  return {
    geckoUrl: `${url}/gecko`,
    llamaUrl: `${url}/llama`,
    requests,
    set: (prices) => {
      listed = prices
    },
    setFaults: (next) => {
      faults = next
    },
    stop: () => close(server),
  }
}

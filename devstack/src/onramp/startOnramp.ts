import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerPreflight, crossOriginHeaders } from '../http/crossOrigin.js'
import { close, listen } from '../http/listen.js'
import { readBody } from '../http/readBody.js'
import { DevstackError } from '../devstackError.js'
import { createOrders, type OnrampOrder, type OnrampOutcome } from './createOrders.js'
import type { OnrampListing } from './listings.js'
import { messagePage, payPage } from './onrampPage.js'
import { limits, money, quoteFor, rates, wholeUnits } from './quoteFor.js'
import { type OnrampSession, readSession, sessionShape, writeSession } from './sessions.js'
import { createWebhookReader, type WebhookReader } from './webhooks.js'

export interface OnrampProviderOptions {
  /** What's for sale: `evmListings(stack)`, `solanaListings(stack)`, `bitcoinListings(stack)`, `polkadotListings(stack)`. */
  readonly listings: readonly OnrampListing[]
  /** Port of the provider. Default a free one. */
  readonly port?: number
  /** Port of the host's server, which signs pages and hears of payments. Default a free one. */
  readonly hostPort?: number
  /** Milliseconds since the epoch. Default Date.now. */
  readonly now?: () => number
}

export interface OnrampProviderStack {
  /** The provider: its page at `/buy`, options and quotes at `/v1/onramp/buy`, states at `/orders/{id}`. */
  readonly url: string
  /** Where the host's own server signs a page, by POST. The secret is there and with the provider only. */
  readonly sessionUrl: string
  readonly orders: () => readonly OnrampOrder[]
  /** Where the host's own server receives the outcomes of payments, by POST. */
  readonly webhookUrl: string
  /** What the host's server received: each signed by the provider, and each once. */
  readonly webhooks: readonly { readonly id: string; readonly state: string }[]
  /** What becomes of payments from now on. Default `deliver`. */
  setOutcome(outcome: OnrampOutcome): void
  /** Delivers what is late, and the rest of what came in part. */
  release(): Promise<void>
  stop(): Promise<void>
}

/** Milliseconds that a signed page can be opened. */
const sessionTime = 600_000

interface Provider extends OnrampProviderOptions {
  readonly secret: string
  readonly now: () => number
  readonly orders: ReturnType<typeof createOrders>
}

/**
 * Starts a provider that sells coins and tokens of the local chains, and the host's server that signs its pages. Prices are
 * a declared table; what is paid is delivered on the chain.
 *
 * @throws DevstackError `PORT_IN_USE`
 */
export async function startOnramp(options: OnrampProviderOptions): Promise<OnrampProviderStack> {
  const secret = randomUUID()
  const webhooks: { readonly id: string; readonly state: string }[] = []
  let hostUrl = ''
  const now = options.now ?? Date.now
  const orders = createOrders({ secret, now, webhookUrl: () => `${hostUrl}/webhook` })
  const provider: Provider = { ...options, secret, now, orders }
  const reader = createWebhookReader(secret, now)
  const page = createServer((request, response) => void answer(provider, request, response))
  const url = `http://127.0.0.1:${await open(page, options.port ?? 0)}`
  const host = createServer(
    (request, response) => void answerHost({ provider, url, webhooks, reader }, request, response),
  )
  const hostPort = await open(host, options.hostPort ?? 0).catch(async (error) => {
    await close(page)
    throw error
  })
  hostUrl = `http://127.0.0.1:${hostPort}`
  return {
    url,
    sessionUrl: `${hostUrl}/session`,
    webhookUrl: `${hostUrl}/webhook`,
    orders: orders.list,
    webhooks,
    setOutcome: orders.setOutcome,
    release: orders.release,
    async stop() {
      await Promise.all([close(page), close(host)])
    },
  }
}

async function open(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return listen(server, port).catch((cause) => {
    const message = `The on-ramp could not listen on port ${port}. Choose another port, or leave it out to get a free one.`
    throw new DevstackError('PORT_IN_USE', message, { cause })
  })
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, {
      ...crossOriginHeaders,
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    .end(JSON.stringify(value))
}

function html(response: ServerResponse, status: number, text: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
    'cache-control': 'no-store',
  }
  response.writeHead(status, headers).end(text)
}

async function answer(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (answerPreflight(request, response)) return
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  try {
    if (pathname === '/buy' && request.method === 'POST') {
      return await pay(provider, new URLSearchParams(await readBody(request, 20_000)), response)
    }
    if (pathname === '/buy') return showPage(provider, searchParams, response)
    if (pathname === '/v1/onramp/buy/options') return json(response, 200, optionsOf(provider))
    if (pathname === '/v1/onramp/buy/quotes') return quote(provider, searchParams, response)
    const id = /^\/orders\/([\w-]{1,64})$/.exec(pathname)?.[1]
    const state = id === undefined ? undefined : provider.orders.stateOf(id)
    return state
      ? json(response, 200, state)
      : json(response, 404, { reason: 'There is no such thing here.' })
  } catch (error) {
    json(response, 500, { reason: (error as Error).message })
  }
}

function optionsOf({ listings }: Provider) {
  const symbols = [...new Set(listings.map(({ symbol }) => symbol))]
  return {
    paymentCurrencies: Object.keys(rates).map((id) => ({ id, limits })),
    purchaseCurrencies: symbols.map((symbol) => {
      const entries = listings.filter((listing) => listing.symbol === symbol)
      return {
        id: symbol,
        name: entries[0]?.name,
        symbol,
        networks: entries.map(({ networkId, networkName, address }) => ({
          name: networkId,
          displayName: networkName,
          contractAddress: address ?? '',
          chainId: networkId,
        })),
      }
    }),
  }
}

function quote({ listings }: Provider, query: URLSearchParams, response: ServerResponse): void {
  const [symbol, networkId, amount = '', currency = '', method = ''] = [
    'purchaseCurrency',
    'purchaseNetwork',
    'paymentAmount',
    'paymentCurrency',
    'paymentMethod',
  ].map((name) => query.get(name) ?? undefined)
  const listing = listings.find((one) => one.symbol === symbol && one.networkId === networkId)
  const numbers = listing && quoteFor(listing, amount, currency, method)
  if (!listing || !numbers) return json(response, 400, { reason: 'This isn’t sold for this amount.' })
  const inCurrency = (cents: bigint) => ({ value: money(cents), currency })
  return json(response, 200, {
    paymentTotal: inCurrency(numbers.total),
    paymentSubTotal: inCurrency(numbers.subtotal),
    purchaseAmount: { value: wholeUnits(numbers.units, listing.decimals), currency: listing.symbol },
    coinbaseFee: inCurrency(numbers.providerFee),
    networkFee: inCurrency(numbers.networkFee),
    quoteId: randomUUID(),
  })
}

const methodNames = { card: 'CARD', bank: 'ACH_BANK_ACCOUNT' } as const

function termsOf({ listings }: Provider, { asset, networkId, amount, currency, method }: OnrampSession) {
  const listing = listings.find(
    (one) =>
      one.networkId === networkId &&
      one.symbol === asset.symbol &&
      (one.address ?? '').toLowerCase() === (asset.address ?? '').toLowerCase(),
  )
  const numbers = listing && quoteFor(listing, amount, currency, methodNames[method])
  return listing && numbers ? { listing, numbers } : undefined
}

const refusal = 'This page has expired. Go back to the app and try again.'

function showPage(provider: Provider, query: URLSearchParams, response: ServerResponse): void {
  const session = readSession(provider.secret, query, provider.now())
  const terms = session && termsOf(provider, session)
  if (!session || !terms) return html(response, 403, messagePage('Page expired', refusal))
  const { listing, numbers } = terms
  const facts = {
    'You pay': `${money(numbers.total)} ${session.currency}`,
    'Our fee': `${money(numbers.providerFee)} ${session.currency}`,
    'Network fee': `${money(numbers.networkFee)} ${session.currency}`,
    'You get': `${wholeUnits(numbers.units, listing.decimals)} ${listing.symbol}`,
    To: session.address,
  }
  html(response, 200, payPage(facts, query))
}

/** A page that is sent twice pays once. */
async function pay(provider: Provider, form: URLSearchParams, response: ServerResponse): Promise<void> {
  const session = readSession(provider.secret, form, provider.now())
  const terms = session && termsOf(provider, session)
  if (!session || !terms) return html(response, 403, messagePage('Page expired', refusal))
  const isDeclined = form.get('action') === 'decline'
  const order = await provider.orders.pay(session, terms.listing, terms.numbers.units, isDeclined)
  const isGood = order.state === 'paid' || order.state === 'delivered'
  html(
    response,
    200,
    isGood
      ? messagePage('Paid', 'You can close this window.')
      : messagePage('Not paid', 'Your payment didn’t go through. You can close this window.'),
  )
}

interface Host {
  readonly reader: WebhookReader
  readonly provider: Provider
  readonly url: string
  readonly webhooks: { readonly id: string; readonly state: string }[]
}

/** The host's server: it signs what a page asks for, and hears what became of it. */
async function answerHost(
  { provider, url, webhooks, reader }: Host,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (answerPreflight(request, response)) return
  try {
    const body = await readBody(request, 20_000)
    if (request.url === '/webhook') {
      const delivery = reader.take(body, request.headers)
      if (delivery === 'refused') return json(response, 403, {})
      if (delivery !== 'again') webhooks.push({ id: delivery.id, state: delivery.state })
      return json(response, 200, {})
    }
    const id = randomUUID()
    const asked = { ...JSON.parse(body), id, expires: provider.now() + sessionTime }
    const session = sessionShape.parse(asked)
    const { address, asset, currency, amount } = session
    const page = `${url}/buy?${writeSession(provider.secret, session)}`
    return json(response, 200, { id, url: page, address, asset, currency, amount })
  } catch (error) {
    return json(response, 400, { reason: (error as Error).message })
  }
}

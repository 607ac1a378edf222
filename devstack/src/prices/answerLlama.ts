import { findListed, type Listed, nowInSeconds, type Reply } from './reply.js'

/** Places that the service says of a coin; nobody reads them here. */
const decimals = 18

/**
 * `/prices/current/{coins}` as DefiLlama's documentation has it: a comma between coins, what is not known or older than
 * `searchWidth` is left out.
 */
export function answerLlama(url: URL, listed: Listed): Reply {
  const [, , group, kind, coins = ''] = url.pathname.split('/')
  if (group !== 'prices' || kind !== 'current') return { status: 404, body: { message: 'Not found' } }
  const names = decodeURIComponent(coins).split(',')
  const entries = names.flatMap((name) => {
    const found = findListed(listed, name.replace(/^coingecko:/, ''))
    const price = found?.prices['usd']
    if (!found || price === undefined) return []
    const { madeAt = nowInSeconds(), confidence = 0.99 } = found
    return [[name, { decimals, symbol: 'TEST', price, timestamp: madeAt, confidence }] as const]
  })
  return { status: 200, body: { coins: Object.fromEntries(entries) } }
}

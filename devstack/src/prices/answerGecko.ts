import { findListed, type Listed, nowInSeconds, type Reply } from './reply.js'

/**
 * `/simple/price` and `/simple/token_price/{platform}` as CoinGecko's documentation has them (v3.0.1): what is not known is
 * left out, missing parameters are refused with 422, more addresses than the plan allows with error 10012.
 */
export function answerGecko(url: URL, listed: Listed, mostAddresses: number | undefined): Reply {
  const [, , group, kind, platform] = url.pathname.split('/')
  const parameter = (name: string) =>
    (url.searchParams.get(name) ?? '').split(',').filter((one) => one !== '')
  const currencies = parameter('vs_currencies')
  const isToken = kind === 'token_price'
  const names = parameter(isToken ? 'contract_addresses' : 'ids')
  if (group !== 'simple' || (!isToken && kind !== 'price'))
    return { status: 404, body: { error: 'Not found' } }
  if (currencies.length === 0 || names.length === 0)
    return { status: 422, body: { error: 'Missing parameter' } }
  if (isToken && mostAddresses !== undefined && names.length > mostAddresses) {
    const error_message = `Your request exceeds the allowed limit of ${mostAddresses} contract address.`
    return { status: 400, body: { error_code: 10012, status: { error_code: 10012, error_message } } }
  }
  const entries = names.flatMap((name) => {
    const found = findListed(listed, isToken ? `${platform}:${name}` : name)
    if (!found) return []
    const wanted = currencies.filter((currency) => currency in found.prices)
    const prices = Object.fromEntries(wanted.map((currency) => [currency, found.prices[currency]]))
    const isDated = url.searchParams.get('include_last_updated_at') === 'true'
    const dated = isDated ? { last_updated_at: found.madeAt ?? nowInSeconds() } : {}
    return [[name.startsWith('0x') ? name.toLowerCase() : name, { ...prices, ...dated }] as const]
  })
  return { status: 200, body: Object.fromEntries(entries) }
}

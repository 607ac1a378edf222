import type { PriceCurrency } from '@latchkey/kernel/contracts'

/** Countries and territories by the currency they pay in (ISO 3166-1 and 4217), of the currencies prices come in. */
const regions: Readonly<Partial<Record<PriceCurrency, string>>> = {
  eur: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  gbp: 'GB GG GS IM JE',
  aud: 'AU CC CX HM KI NF NR TV',
  cad: 'CA',
  inr: 'IN',
  jpy: 'JP',
}

/**
 * The currency of a locale's country, for the option `currency` of `balances`, `send` and `swap`. A locale without a country
 * counts as the one where most people speak its language. `usd` where prices don't come in the country's currency.
 *
 * @param locale BCP 47. Default the browser's; `usd` on a server.
 * @example
 * balances({ currency: localCurrency() })
 */
export function localCurrency(locale: string | undefined = globalThis.navigator?.language): PriceCurrency {
  const region = regionOf(locale)
  const found = Object.entries(regions).find(([, countries]) => countries.split(' ').includes(region))
  return (found?.[0] as PriceCurrency | undefined) ?? 'usd'
}

function regionOf(locale: string | undefined): string {
  if (!locale) return ''
  try {
    return new Intl.Locale(locale).maximize().region ?? ''
  } catch {
    // A text that is no locale names no country.
    return ''
  }
}

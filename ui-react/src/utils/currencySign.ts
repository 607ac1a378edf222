import { currencyFormat } from './numberFormats.js'

/** The sign of a currency as a locale writes it: `$`, `US$`, `CHF`. */
export const currencySign = (locale: string, currency: string): string =>
  currencyFormat(locale, currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

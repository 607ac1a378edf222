import type { OnrampListing } from './listings.js'

/** What a quote says, in cents of the currency and the smallest units of the asset. */
export interface QuoteNumbers {
  readonly total: bigint
  readonly subtotal: bigint
  readonly providerFee: bigint
  readonly networkFee: bigint
  readonly units: bigint
}

/** Thousandths of a dollar for one of each currency that can be paid in. */
export const rates: Readonly<Record<string, bigint>> = { USD: 1_000n, EUR: 1_100n }
export const limits = [
  { id: 'CARD', min: '10', max: '7500' },
  { id: 'ACH_BANK_ACCOUNT', min: '10', max: '25000' },
] as const

const networkFee = 25n
const basisPoints: Readonly<Record<string, bigint>> = { CARD: 200n, ACH_BANK_ACCOUNT: 100n }
const whole = 10_000n
/** From cents times a rate in thousandths to thousandths of a dollar. */
const hundred = 100n

/** By the declared table; `undefined` where the provider takes no such amount. */
export function quoteFor(
  { decimals, price }: OnrampListing,
  amount: string,
  currency: string,
  method: string,
): QuoteNumbers | undefined {
  const rate = rates[currency]
  const points = basisPoints[method]
  const [, units, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  if (rate === undefined || points === undefined || units === undefined) return undefined
  const total = BigInt(units + cents.padEnd(2, '0'))
  const limit = limits.find(({ id }) => id === method)
  if (!limit || total < BigInt(limit.min) * hundred || total > BigInt(limit.max) * hundred) return undefined
  const providerFee = (total * points + whole - 1n) / whole
  const subtotal = total - providerFee - networkFee
  return {
    total,
    subtotal,
    providerFee,
    networkFee,
    units: (subtotal * rate * 10n ** BigInt(decimals)) / (hundred * price),
  }
}

/** Cents as a decimal string. */
export const money = (cents: bigint): string => {
  const text = cents.toString().padStart(3, '0')
  return `${text.slice(0, -2)}.${text.slice(-2)}`
}

export function wholeUnits(units: bigint, decimals: number): string {
  const text = units.toString().padStart(decimals + 1, '0')
  const point = text.length - decimals
  const fraction = text.slice(point).replace(/0+$/, '')
  return fraction ? `${text.slice(0, point)}.${fraction}` : text.slice(0, point)
}

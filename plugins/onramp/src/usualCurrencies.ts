import type { OnrampCurrency } from './OnrampProvider.js'

const limits = [
  { method: 'card', minimum: '10', maximum: '7500' },
  { method: 'bank', minimum: '10', maximum: '25000' },
] as const

/** What holds where a provider doesn't say what it takes. */
export const usualCurrencies: readonly OnrampCurrency[] = [
  { code: 'USD', limits },
  { code: 'EUR', limits },
]
/** Amounts that are offered in one press. */
export const presets = ['100', '250', '500', '1000'] as const

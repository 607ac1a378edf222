import { useLocale } from '../messages/useLocale.js'
import { formatFiat } from '../utils/formatFiat.js'

export interface FiatTextProps {
  /** Decimal string. `undefined` shows a dash: no price is not a price of zero. */
  readonly value: string | undefined
  /** ISO 4217 code. Default `USD`. */
  readonly currency?: string | undefined
  readonly tone?: 'neutral' | 'muted' | undefined
  /** A price: one below the smallest coin keeps three digits instead of being "less than". */
  readonly precise?: boolean | undefined
}

/** A worth in a currency, cut to its usual decimals, and short from 10^15 on with every digit in the tooltip. Muted by default: it is an estimate beside an amount. */
export function FiatText({ value, currency = 'USD', tone = 'muted', precise }: FiatTextProps) {
  const locale = useLocale()
  const options = { currency, locale, precise }
  const shown = value === undefined ? '—' : formatFiat(value, { ...options, short: true })
  const whole = value === undefined || value.length <= 15 ? shown : formatFiat(value, options)
  return (
    <span className="lk-fiat" dir="auto" data-tone={tone} title={whole === shown ? undefined : whole}>
      {shown}
    </span>
  )
}

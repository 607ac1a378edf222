import { useLocale } from '../messages/useLocale.js'
import { formatAmount, formatExactAmount, isDecimals } from '../utils/formatAmount.js'
import { safeText } from '../utils/safeText.js'

export interface AmountTextProps {
  /** In the token's smallest unit. */
  readonly value: bigint
  readonly decimals: number
  readonly symbol?: string | undefined
  /** Digits after the point; further ones are cut, never rounded. Default 3. */
  readonly maximumFractionDigits?: number | undefined
  /** `always` writes + for incoming amounts. */
  readonly sign?: 'auto' | 'always' | undefined
  /** Colours an incoming amount. The sign says the same without colour. */
  readonly tone?: 'neutral' | 'positive' | 'muted' | undefined
}

/**
 * A token amount: tabular digits, cut and never rounded, every digit in the tooltip, symbol after it. From 10^15 on it's short, such as
 * `1.157E59`, unless the caller asks for as many digits as the token has.
 */
export function AmountText(props: AmountTextProps) {
  const { value, decimals, maximumFractionDigits, sign, tone = 'neutral' } = props
  const locale = useLocale()
  const symbol = props.symbol ? safeText(props.symbol, 12) : ''
  // Read by a plugin, and drawn in the host's page: it must not throw there.
  if (typeof value !== 'bigint' || !isDecimals(decimals)) return <span className="lk-amount">—</span>
  // A caller that asks for every digit shows money that leaves.
  const short = maximumFractionDigits === undefined || maximumFractionDigits < decimals
  const shown = formatAmount(value, decimals, { maximumFractionDigits, sign, locale, short })
  const exact = formatExactAmount(value, decimals, locale)
  return (
    <span className="lk-amount" dir="ltr" data-tone={tone} title={symbol ? `${exact} ${symbol}` : exact}>
      <bdi className="lk-amount-number">{shown}</bdi>
      {symbol ? (
        <>
          <wbr />
          <bdi className="lk-amount-unit">{`\u00a0${symbol}`}</bdi>
        </>
      ) : null}
    </span>
  )
}

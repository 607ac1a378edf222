import { readTypedAmount } from '@latchkey/kernel/contracts'
import { type ReactNode, type Ref, useId, useRef } from 'react'
import { kit } from '../messages/en/kit.js'
import { useLocale } from '../messages/useLocale.js'
import { useMessages } from '../messages/useMessages.js'
import { currencySign } from '../utils/currencySign.js'
import { safeText } from '../utils/safeText.js'
import { useStyleProperties } from '../utils/useStyleProperties.js'
import { Button } from './Button.js'
import { FieldError } from './FieldError.js'

export interface AmountFieldProps {
  /** Decimal string with a point, `''` when empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: (() => void) | undefined
  /** Decimals of the token; further digits cannot be typed. */
  readonly decimals: number
  readonly symbol: string
  /** ISO 4217 code where money is typed: its sign stands before the number. */
  readonly currency?: string | undefined
  /** Default "Amount". */
  readonly label?: string | undefined
  /** Worth in a currency, shown muted below. */
  readonly fiat?: ReactNode | undefined
  /** Balance line at the end, below. */
  readonly balance?: ReactNode | undefined
  /** Shows "Max". The caller keeps back what fees need. */
  readonly onMax?: (() => void) | undefined
  /** In place of the plain symbol: a token picker. */
  readonly token?: ReactNode | undefined
  readonly error?: ReactNode | undefined
  readonly disabled?: boolean | undefined
  /** Shows the amount without letting it be changed, as the result of a quote. */
  readonly readOnly?: boolean | undefined
  readonly testId?: string | undefined
  readonly elementRef?: Ref<HTMLInputElement> | undefined
}

/** A large amount input that only ever holds a valid decimal string. */
export function AmountField(props: AmountFieldProps) {
  const { value, onChange, decimals, currency, fiat, balance, onMax, token, error } = props
  const messages = useMessages(kit)
  const locale = useLocale()
  const id = useId()
  const hasBelow = fiat !== undefined || balance !== undefined || onMax !== undefined
  const symbol = safeText(props.symbol, 12)
  const sign = currency === undefined ? '' : currencySign(locale, currency)
  const main = useRef<HTMLDivElement>(null)
  // Long amounts are drawn smaller, so that no digit is cut on a phone.
  useStyleProperties(main, { '--lk-characters': `${Math.max(1, value.length) + sign.length}` })
  const change = (text: string) => {
    const next = readTypedAmount(text, decimals, value)
    if (next !== undefined && next !== value) onChange(next)
  }
  return (
    <div className="lk-amount-field" data-invalid={error ? '' : undefined}>
      <label className="lk-field-label" htmlFor={id}>
        {props.label ?? messages.amount}
      </label>
      <div ref={main} className="lk-amount-main">
        {sign === '' ? null : (
          <bdi id={`${id}-sign`} className="lk-amount-sign">
            {sign}
          </bdi>
        )}
        <input
          ref={props.elementRef}
          id={id}
          className="lk-amount-input"
          type="text"
          inputMode={decimals === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          placeholder="0"
          value={value}
          disabled={props.disabled}
          readOnly={props.readOnly}
          data-testid={props.testId}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${sign === '' ? '' : `${id}-sign `}${hasBelow ? `${id}-below ` : ''}${id}-error`}
          onChange={(event) => change(event.target.value)}
          onBlur={props.onBlur}
        />
        {token ?? <span className="lk-amount-symbol">{symbol}</span>}
      </div>
      {hasBelow ? (
        <div className="lk-amount-below" id={`${id}-below`}>
          <span className="lk-amount-fiat">{fiat}</span>
          {balance ? <span className="lk-amount-balance">{balance}</span> : null}
          {onMax ? (
            <Button
              variant="secondary"
              size="sm"
              disabled={props.disabled}
              aria-label={`${messages.maximum}: ${messages.spendAll({ symbol })}`}
              onClick={onMax}
            >
              {messages.maximum}
            </Button>
          ) : null}
        </div>
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

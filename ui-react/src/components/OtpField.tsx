import { asciiDigits } from '@latchkey/kernel/transaction'
import { type ReactNode, type Ref, useId, useRef } from 'react'
import { kit } from '../messages/en/kit.js'
import { useMessages } from '../messages/useMessages.js'
import { useInitialFocus } from '../utils/useInitialFocus.js'
import { FieldError } from './FieldError.js'

export interface OtpFieldProps {
  /** The digits typed so far. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** Called once with the whole code when its last digit arrives by typing, paste or autofill. */
  readonly onComplete?: ((code: string) => void) | undefined
  /** Number of digits. Default 6. */
  readonly length?: number | undefined
  readonly label?: string | undefined
  readonly error?: ReactNode | undefined
  readonly disabled?: boolean | undefined
  readonly autoFocus?: boolean | undefined
  readonly testId?: string | undefined
  readonly elementRef?: Ref<HTMLInputElement> | undefined
}

/** A one-time code: one real input, so paste and autofill work, drawn as separate cells. */
export function OtpField(props: OtpFieldProps) {
  const { value, onChange, onComplete, length = 6, error } = props
  const messages = useMessages(kit)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useInitialFocus(box, props.autoFocus)
  const change = (text: string) => {
    const digits = asciiDigits(text).replace(/\D/g, '').slice(0, length)
    if (digits === value) return
    onChange(digits)
    if (digits.length === length) onComplete?.(digits)
  }
  return (
    <div className="lk-otp" data-invalid={error ? '' : undefined}>
      <label className="lk-visually-hidden" htmlFor={id}>
        {props.label ?? messages.oneTimeCode}
      </label>
      <div ref={box} className="lk-otp-box" dir="ltr">
        <input
          ref={props.elementRef}
          id={id}
          className="lk-otp-input"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          spellCheck={false}
          disabled={props.disabled}
          data-testid={props.testId}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          onChange={(event) => change(event.target.value)}
          onSelect={(event) => {
            // The caret belongs after the last digit: the cells show no other place for it.
            const input = event.currentTarget
            if (input.selectionStart === input.selectionEnd && input.selectionStart !== input.value.length) {
              input.setSelectionRange(input.value.length, input.value.length)
            }
          }}
        />
        <div className="lk-otp-cells" aria-hidden="true">
          {Array.from({ length }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its position
              key={index}
              className="lk-otp-cell"
              data-active={index === Math.min(value.length, length - 1) ? '' : undefined}
              data-filled={index < value.length ? '' : undefined}
            >
              {value[index] ?? ''}
            </span>
          ))}
        </div>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

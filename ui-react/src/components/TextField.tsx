import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { classNames } from '../utils/classNames.js'
import { FieldError } from './FieldError.js'
import { outsideName, outsideSentence } from '../utils/outsideText.js'

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  /** Hides the label on screen and keeps it for assistive technology. */
  readonly hideLabel?: boolean | undefined
  readonly hint?: ReactNode | undefined
  /** A sentence that says what is wrong and what to do. Announced when it appears. */
  readonly error?: ReactNode | undefined
  /** Icon inside the field at its start. */
  readonly leading?: ReactNode | undefined
  /** Button or text inside the field at its end. */
  readonly trailing?: ReactNode | undefined
  /** Stands for a long value while nobody types: a shortened address. Screen readers still read the value itself. */
  readonly short?: ReactNode | undefined
  readonly elementRef?: Ref<HTMLInputElement> | undefined
}

/** A labelled text input with hint and error. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    hideLabel = false,
    hint,
    error,
    leading,
    trailing,
    short,
    elementRef,
    className,
    ...input
  } = props
  const generated = useId()
  const id = input.id ?? generated
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : '', input['aria-describedby'] ?? '']
  return (
    <div className={classNames('lk-field', className)} data-invalid={error ? '' : undefined}>
      <label className={hideLabel ? 'lk-visually-hidden' : 'lk-field-label'} htmlFor={id}>
        {outsideName(label)}
      </label>
      <span
        className="lk-field-box"
        dir={trailing ? input.dir : undefined}
        data-disabled={input.disabled ? '' : undefined}
      >
        {leading ? <span className="lk-field-leading">{leading}</span> : null}
        {short ? (
          <span className="lk-field-short" dir={input.dir} aria-hidden="true">
            {short}
          </span>
        ) : null}
        <input
          type="text"
          {...input}
          ref={elementRef}
          id={id}
          className="lk-field-input"
          aria-invalid={error ? true : undefined}
          aria-describedby={described.filter(Boolean).join(' ') || undefined}
        />
        {trailing ? <span className="lk-field-trailing">{trailing}</span> : null}
      </span>
      {hint && !error ? (
        <span className="lk-field-hint" id={`${id}-hint`}>
          {outsideSentence(hint)}
        </span>
      ) : null}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

import type { InputHTMLAttributes, ReactNode } from 'react'
import { CheckIcon } from './icons/CheckIcon.js'
import { outsideSentence } from '../utils/outsideText.js'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** May hold links: "I accept the terms". */
  readonly label: ReactNode
}

/** A choice that is sent with something else, consent for example. Never ticked beforehand. */
export function Checkbox({ checked, onChange, label, ...rest }: CheckboxProps) {
  return (
    <label className="lk-checkbox">
      <input
        {...rest}
        className="lk-checkbox-input"
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="lk-checkbox-box" aria-hidden="true">
        <CheckIcon size="sm" />
      </span>
      <span className="lk-checkbox-label">{outsideSentence(label)}</span>
    </label>
  )
}

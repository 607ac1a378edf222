import type { InputHTMLAttributes, ReactNode } from 'react'
import { outsideName } from '../utils/outsideText.js'

export interface SwitchProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type' | 'role'> {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly label: ReactNode
  readonly description?: ReactNode
}

/** An on/off setting that takes effect at once. */
export function Switch({ checked, onChange, label, description, ...rest }: SwitchProps) {
  return (
    <label className="lk-switch">
      <span className="lk-switch-text">
        <span className="lk-switch-label">{outsideName(label)}</span>
        {description ? <span className="lk-switch-description">{description}</span> : null}
      </span>
      <input
        {...rest}
        className="lk-switch-input"
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says whether it is checked
        role="switch"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="lk-switch-track" aria-hidden="true">
        <span className="lk-switch-thumb" />
      </span>
    </label>
  )
}

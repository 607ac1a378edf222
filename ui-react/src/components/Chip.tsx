import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../utils/classNames.js'

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** A toggle when given: on or off. */
  readonly selected?: boolean | undefined
  readonly icon?: ReactNode
}

/** A small pill: a filter, a suggestion, a choice. */
export function Chip({ selected, icon, className, children, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} className={classNames('lk-chip', className)} aria-pressed={selected}>
      {icon}
      <span className="lk-chip-label">{children}</span>
    </button>
  )
}

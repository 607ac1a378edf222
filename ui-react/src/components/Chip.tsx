import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../utils/classNames.js'
import { outsideName } from '../utils/outsideText.js'

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** A toggle when given: on or off. */
  readonly selected?: boolean | undefined
  readonly icon?: ReactNode | undefined
  /** Icon after the text, an arrow of something that opens. */
  readonly trailingIcon?: ReactNode | undefined
}

/** A small pill: a filter, a suggestion, a choice. */
export function Chip({ selected, icon, trailingIcon, className, children, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} className={classNames('lk-chip', className)} aria-pressed={selected}>
      {icon}
      <span className="lk-chip-label">{outsideName(children)}</span>
      {trailingIcon}
    </button>
  )
}

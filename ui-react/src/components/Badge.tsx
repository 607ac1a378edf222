import type { ReactNode } from 'react'
import { outsideName } from '../utils/outsideText.js'

export interface BadgeProps {
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | undefined
  readonly children: ReactNode
  /** Says more in a tooltip. */
  readonly title?: string | undefined
}

/** A short word about the thing beside it: "Recent", "Installed". The tone never says more than the word. */
export function Badge({ tone = 'neutral', title, children }: BadgeProps) {
  return (
    <span className="lk-badge" data-tone={tone} title={title}>
      {outsideName(children)}
    </span>
  )
}

import type { ReactNode } from 'react'
import { outsideName, outsideSentence } from '../utils/outsideText.js'

export interface EmptyStateProps {
  readonly icon?: ReactNode | undefined
  readonly title: ReactNode
  readonly text?: ReactNode | undefined
  /** One helpful thing to do next. */
  readonly action?: ReactNode | undefined
}

/** Nothing here yet: says so, and what could be done about it. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="lk-state">
      {icon ? (
        <span className="lk-state-icon" aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <p className="lk-state-title">{outsideName(title)}</p>
      {text ? <p className="lk-state-text">{outsideSentence(text)}</p> : null}
      {action ? <div className="lk-state-action">{action}</div> : null}
    </div>
  )
}

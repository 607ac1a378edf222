import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: ReactNode
  readonly text?: ReactNode
  /** One helpful thing to do next. */
  readonly action?: ReactNode
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
      <p className="lk-state-title">{title}</p>
      {text ? <p className="lk-state-text">{text}</p> : null}
      {action ? <div className="lk-state-action">{action}</div> : null}
    </div>
  )
}

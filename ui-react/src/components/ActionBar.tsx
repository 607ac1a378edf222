import type { ReactNode } from 'react'

export interface ActionBarProps {
  /** The primary button first, then the way back. */
  readonly children: ReactNode
  /** Beside each other instead of below each other. */
  readonly row?: boolean | undefined
}

/** What a view leads to, as its last child: it stays at the bottom of the modal while the rest of the view scrolls. */
export function ActionBar({ children, row = false }: ActionBarProps) {
  return (
    <div className="lk-action-bar" data-row={row ? '' : undefined}>
      {children}
    </div>
  )
}

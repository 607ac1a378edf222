import type { ReactNode } from 'react'

/** An icon in the place and size of a row's picture. */
export function RowIcon({ children }: { readonly children: ReactNode }) {
  return <span className="lk-row-icon">{children}</span>
}

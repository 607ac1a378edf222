import { Children, type ReactNode } from 'react'

export interface ArtworkGridProps {
  /** Name of the list for assistive technology. */
  readonly label: string
  /** {@link Artwork}s, or skeletons of them. */
  readonly children: ReactNode
  readonly testId?: string | undefined
}

/** Collectibles side by side, two in the modal's width. */
export function ArtworkGrid({ label, children, testId }: ArtworkGridProps) {
  return (
    <ul className="lk-artworks" aria-label={label} data-testid={testId}>
      {Children.map(children, (child) => (
        <li className="lk-artworks-item">{child}</li>
      ))}
    </ul>
  )
}

import type { ReactNode } from 'react'
import { initials } from '../utils/initials.js'
import { safeText } from '../utils/safeText.js'
import { GradientPicture } from './GradientPicture.js'

export interface ArtworkProps {
  /** Chosen by strangers: cleaned, cut, and shown as text. */
  readonly name: string
  readonly subtitle?: string | undefined
  readonly src?: string | undefined
  /** A word about the item: how many, or what to beware of. */
  readonly badge?: ReactNode | undefined
  readonly testId?: string | undefined
}

/** A collectible: a square picture as wide as its place, its name and where it belongs. */
export function Artwork({ name, subtitle, src, badge, testId }: ArtworkProps) {
  const shown = safeText(name, 60)
  return (
    <div className="lk-artwork" data-testid={testId}>
      <GradientPicture seed={name} initials={initials(shown)} src={src} shape="square" size="fill" />
      {badge ? <span className="lk-artwork-badge">{badge}</span> : null}
      <p className="lk-artwork-name" dir="auto" title={shown}>
        {shown}
      </p>
      {subtitle ? (
        <p className="lk-artwork-collection" dir="auto">
          {safeText(subtitle, 60)}
        </p>
      ) : null}
    </div>
  )
}

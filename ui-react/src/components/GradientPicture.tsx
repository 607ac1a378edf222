import { type RefObject, useRef } from 'react'
import { gradient } from '../utils/gradient.js'
import { usePreloadedImage } from '../utils/usePreloadedImage.js'
import { useStyleProperties } from '../utils/useStyleProperties.js'

export type PictureSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

export interface GradientPictureProps {
  /** Text the fallback's colours are made from. */
  readonly seed: string
  readonly src?: string | undefined
  /** Up to two letters shown on the fallback. */
  readonly initials?: string | undefined
  readonly shape: 'circle' | 'square'
  /** An account's fallback has no letters and more colour. */
  readonly kind?: 'account' | undefined
  /** `xs` 20, `sm` 24, `md` 40, `lg` 56, `xl` 72 px; `fill` is as wide as its place and square. */
  readonly size: PictureSize | 'fill'
  /** Where the caller follows whether the picture is in sight. */
  readonly place?: RefObject<HTMLSpanElement | null> | undefined
  /** A source is being looked for: the place stays quiet meanwhile. */
  readonly isAwaited?: boolean | undefined
}

/**
 * A picture, or a gradient where there is none, and never a broken image. The place is held without a mark until it is
 * known which of the two it is, so that none flashes before the other. Decoration: the name stands beside it.
 */
export function GradientPicture(props: GradientPictureProps) {
  const { seed, src, initials, shape, kind, size, place, isAwaited } = props
  const own = useRef<HTMLSpanElement>(null)
  const ref = place ?? own
  const { image, isLoading } = usePreloadedImage(src)
  const isWaiting = isLoading || isAwaited
  const { from, to, accent, angle } = gradient(seed)
  useStyleProperties(ref, {
    '--lk-hue-1': `${from}`,
    '--lk-hue-2': `${to}`,
    '--lk-hue-3': `${accent}`,
    '--lk-angle': `${angle}deg`,
  })
  return (
    <span
      ref={ref}
      className="lk-picture"
      data-shape={shape}
      data-kind={kind}
      data-size={size}
      data-waiting={isWaiting ? '' : undefined}
      aria-hidden="true"
    >
      {image ? (
        <img
          className="lk-picture-image"
          src={image}
          alt=""
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
        />
      ) : isWaiting ? null : (
        <span className="lk-picture-initials">{initials}</span>
      )}
    </span>
  )
}

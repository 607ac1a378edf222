import { useRef } from 'react'
import { useIsomorphicLayoutEffect } from '../../utils/useIsomorphicLayoutEffect.js'

export interface IconProps {
  /** `sm` 16 px, `md` 20 px (default), `lg` 24 px, `xl` 40 px. */
  readonly size?: 'sm' | 'md' | 'lg' | 'xl' | undefined
  /** Name for assistive technology. Without it the icon is decoration. */
  readonly label?: string | undefined
}

interface IconShape extends IconProps {
  /** Path on a 24 × 24 grid, drawn as a 1.75 px line, or filled when `isFilled`. */
  readonly path: string
  readonly isFilled?: boolean | undefined
  /** Turned round in right-to-left text: arrows that mean a direction of reading. */
  readonly isDirectional?: boolean | undefined
}

/** One line icon. Each icon has its own file and passes its path. */
export function Icon({ path, size = 'md', label, isFilled, isDirectional }: IconShape) {
  const ref = useRef<SVGPathElement>(null)
  // `d` is a CSS property too: a host's `* { all: unset }` would erase the attribute.
  useIsomorphicLayoutEffect(() => {
    ref.current?.style.setProperty('d', `path("${path}")`, 'important')
  }, [path])
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or hidden
    <svg
      className="lk-icon"
      viewBox="0 0 24 24"
      data-size={size}
      data-fill={isFilled ? '' : undefined}
      data-directional={isDirectional ? '' : undefined}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path ref={ref} className="lk-icon-path" d={path} />
    </svg>
  )
}

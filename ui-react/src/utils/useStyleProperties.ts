import { type RefObject, useRef } from 'react'
import { useIsomorphicLayoutEffect } from './useIsomorphicLayoutEffect.js'

/** CSS properties by their CSS name; `undefined` removes one. */
export type StyleProperties = { readonly [name: string]: string | undefined }

/**
 * Sets CSS properties on an element through the CSSOM. A `style` attribute in server markup would need
 * `unsafe-inline`; `style.setProperty` does not.
 *
 * @param important needed for a plain property, because the style sheet's own rules are important; custom
 * properties do not need it.
 */
export function useStyleProperties(
  ref: RefObject<HTMLElement | SVGElement | null>,
  properties: StyleProperties,
  important = false,
): void {
  const key = JSON.stringify(properties)
  const applied = useRef<readonly string[]>([])
  useIsomorphicLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const next = JSON.parse(key) as Record<string, string>
    // Only what is gone, and not when the element goes: that would style every row of a list that is left.
    for (const name of applied.current) if (!(name in next)) element.style.removeProperty(name)
    for (const [name, value] of Object.entries(next)) {
      element.style.setProperty(name, value, important ? 'important' : '')
    }
    applied.current = Object.keys(next)
  }, [ref, key, important])
}

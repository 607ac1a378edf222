import type { RefObject } from 'react'
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
  useIsomorphicLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const entries = Object.entries(JSON.parse(key) as StyleProperties)
    for (const [name, value] of entries) {
      if (value !== undefined) element.style.setProperty(name, value, important ? 'important' : '')
    }
    return () => {
      for (const [name] of entries) element.style.removeProperty(name)
    }
  }, [ref, key, important])
}

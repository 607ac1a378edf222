import type { CSSProperties } from 'react'
import type { StyleProperties } from './useStyleProperties.js'

const unitless = new Set(['flex', 'opacity', 'order', 'zIndex'])

/** React's style object as CSS names and values; a number is a length in pixels. */
export function cssProperties(style: CSSProperties): StyleProperties {
  const entries = Object.entries(style).map(([name, value]: [string, string | number | undefined]) => [
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    typeof value === 'number' && value !== 0 && !unitless.has(name) ? `${value}px` : value?.toString(),
  ])
  return Object.fromEntries(entries) as StyleProperties
}

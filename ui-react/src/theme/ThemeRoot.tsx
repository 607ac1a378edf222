import { type HTMLAttributes, useRef } from 'react'
import { useStyleProperties } from '../utils/useStyleProperties.js'
import { type ThemeVariables, themeProperties } from './themeVariables.js'

export type ThemeMode = 'light' | 'dark' | 'system'

export interface ThemeRootProps extends HTMLAttributes<HTMLDivElement> {
  /** `system` follows the person's setting without JavaScript. Default `dark`, as the specification says. */
  readonly mode?: ThemeMode | undefined
  readonly variables?: ThemeVariables | undefined
  /** Writing direction. Default: inherited from the page. */
  readonly dir?: 'ltr' | 'rtl' | 'auto' | undefined
  /** `contents` (default) adds no box of its own; `block` is a box for an inline embedding. */
  readonly box?: 'contents' | 'block' | undefined
}

const noVariables: ThemeVariables = {}

/**
 * The element every kit component must be inside: the style sheet applies below `[data-latchkey]` only.
 * Variables are set after mount; put them in the host's style sheet to have them in server markup too.
 */
export function ThemeRoot({
  mode = 'dark',
  variables = noVariables,
  box = 'contents',
  ...rest
}: ThemeRootProps) {
  const ref = useRef<HTMLDivElement>(null)
  useStyleProperties(ref, themeProperties(variables))
  return <div {...rest} ref={ref} data-latchkey="" data-theme={mode} data-box={box} />
}

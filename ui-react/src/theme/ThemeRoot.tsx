import { type HTMLAttributes, useRef } from 'react'
import { useStyleProperties } from '../utils/useStyleProperties.js'
import { useScheme } from './useScheme.js'
import { type ThemeVariables, themeProperties } from './themeVariables.js'

/** `system` follows the person's setting, `page` the `color-scheme` of the page. */
export type ThemeMode = 'light' | 'dark' | 'system' | 'page'

export interface ThemeRootProps extends HTMLAttributes<HTMLDivElement> {
  /**
   * `system` follows the person's setting without JavaScript. `page` follows the page's own `color-scheme`, which is
   * read in the browser. Default `dark`, as the specification says.
   */
  readonly mode?: ThemeMode | undefined
  readonly variables?: ThemeVariables | undefined
  /**
   * Writing direction. Default: inherited from the page. Where `lang` is English, each sentence is read in its own
   * direction; elsewhere all have the direction of the page.
   */
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
  const scheme = useScheme(mode)
  // The style sheet follows `system` by itself, before any script has run.
  const shown = mode === 'system' ? mode : scheme
  return <div {...rest} ref={ref} data-latchkey="" data-theme={shown} data-box={box} />
}

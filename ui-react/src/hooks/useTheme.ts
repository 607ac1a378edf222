import type { ThemeControls } from '../shellContext.js'
import { type Scheme, useScheme } from '../theme/useScheme.js'
import { useShell } from '../useShell.js'

export type UseThemeResult = ThemeControls & {
  /** What `system` and `page` stand for now. On a server `dark` for `system`, `light` for `page`. */
  readonly resolved: Scheme
}

/** The theme of this provider, and how to change it. */
export function useTheme(): UseThemeResult {
  const { theme } = useShell()
  return { ...theme, resolved: useScheme(theme.mode) }
}

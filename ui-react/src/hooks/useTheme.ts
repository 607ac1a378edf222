import { useCallback, useSyncExternalStore } from 'react'
import type { ThemeControls } from '../shellContext.js'
import { useShell } from '../useShell.js'

export type UseThemeResult = ThemeControls & {
  /** What `system` stands for now. On a server `dark`. */
  readonly resolved: 'light' | 'dark'
}

const query = '(prefers-color-scheme: light)'

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** The theme of this provider, and how to change it. */
export function useTheme(): UseThemeResult {
  const { theme } = useShell()
  const read = useCallback(() => window.matchMedia(query).matches, [])
  const isLight = useSyncExternalStore(subscribe, read, () => false)
  const system = isLight ? 'light' : 'dark'
  return { ...theme, resolved: theme.mode === 'system' ? system : theme.mode }
}

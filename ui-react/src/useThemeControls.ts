import { useCallback, useMemo, useState } from 'react'
import type { ThemeControls } from './shellContext.js'
import type { ThemeMode } from './theme/ThemeRoot.js'
import type { ThemeVariables } from './theme/themeVariables.js'

const noVariables: ThemeVariables = {}

/** The theme the host gave, until something sets another; what the host gives later wins again. */
export function useThemeControls(mode: ThemeMode = 'dark', variables = noVariables): ThemeControls {
  const [chosenMode, setChosenMode] = useState<{ over: ThemeMode; mode: ThemeMode }>()
  const [chosenVariables, setChosenVariables] = useState<{
    over: ThemeVariables
    variables: ThemeVariables
  }>()
  const shownMode = chosenMode?.over === mode ? chosenMode.mode : mode
  const shownVariables = chosenVariables?.over === variables ? chosenVariables.variables : variables
  const setMode = useCallback((next: ThemeMode) => setChosenMode({ over: mode, mode: next }), [mode])
  const setVariables = useCallback(
    (next: ThemeVariables) => {
      setChosenVariables((previous) => {
        const base = previous?.over === variables ? previous.variables : variables
        return { over: variables, variables: { ...base, ...next } }
      })
    },
    [variables],
  )
  return useMemo(
    () => ({ mode: shownMode, variables: shownVariables, setMode, setVariables }),
    [shownMode, shownVariables, setMode, setVariables],
  )
}

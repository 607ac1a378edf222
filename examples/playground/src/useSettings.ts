import { useCallback, useEffect, useState } from 'react'
import { readSettings, type Settings, writeSettings } from './settings.js'

/** Settings that live in the address: the back button undoes, a copied address shares them. */
export function useSettings(): readonly [Settings, (change: Partial<Settings>) => void] {
  const [settings, setSettings] = useState(() => readSettings(location.hash))

  useEffect(() => {
    const follow = () => setSettings(readSettings(location.hash))
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  const change = useCallback((part: Partial<Settings>) => {
    setSettings((current) => {
      const next = { ...current, ...part }
      const fragment = writeSettings(next)
      history.replaceState(null, '', fragment === '' ? location.pathname : `#${fragment}`)
      return next
    })
  }, [])

  return [settings, change]
}

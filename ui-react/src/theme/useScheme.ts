import { useCallback, useSyncExternalStore } from 'react'
import type { ThemeMode } from './ThemeRoot.js'

export type Scheme = 'light' | 'dark'

const query = '(prefers-color-scheme: light)'

const readSystem = (): Scheme => (window.matchMedia(query).matches ? 'light' : 'dark')

/** By the style of the root, else its `meta` element. A page that says neither is light, as browsers draw it. */
function readPage(): Scheme {
  const styled = getComputedStyle(document.documentElement).colorScheme
  const said = document.querySelector('meta[name="color-scheme"]')?.getAttribute('content')
  const words = (styled && styled !== 'normal' ? styled : (said ?? '')).toLowerCase().split(/\s+/)
  if (words.includes('dark') && words.includes('light')) return readSystem()
  return words.includes('dark') ? 'dark' : 'light'
}

function subscribe(mode: ThemeMode, listener: () => void): () => void {
  if (mode !== 'system' && mode !== 'page') return () => {}
  const list = window.matchMedia(query)
  list.addEventListener('change', listener)
  // A page's own switch sets an attribute of the root, or its `meta` element.
  const observer = mode === 'page' ? new MutationObserver(listener) : undefined
  observer?.observe(document.documentElement, { attributes: true })
  observer?.observe(document.head, { attributes: true, childList: true, subtree: true })
  return () => {
    list.removeEventListener('change', listener)
    observer?.disconnect()
  }
}

/** What a theme stands for now. A server knows neither setting: `system` is dark there, and `page` light. */
export function useScheme(mode: ThemeMode): Scheme {
  const listen = useCallback((listener: () => void) => subscribe(mode, listener), [mode])
  const isFixed = mode === 'light' || mode === 'dark'
  const read = () => (isFixed ? mode : mode === 'page' ? readPage() : readSystem())
  const readOnServer = (): Scheme => (isFixed ? mode : mode === 'page' ? 'light' : 'dark')
  return useSyncExternalStore(listen, read, readOnServer)
}

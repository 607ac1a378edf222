import type { SessionCore } from './sessionCore.js'

/** Milliseconds between two questions to the wallets: a person who moves between windows gives the page the focus often. */
const pause = 1_000

/**
 * Calls back when the page is shown again: it comes from the back/forward cache, to the front, or gets the focus. Until then it
 * may have slept through what its wallets told. Does nothing where there is no page.
 */
export function followPage({ options: { signal, clock } }: SessionCore, shown: () => void): void {
  if (typeof window === 'undefined' || typeof document === 'undefined' || signal.aborted) return
  let last = Number.NEGATIVE_INFINITY
  const show = () => {
    if (document.visibilityState === 'hidden' || clock.now() - last < pause) return
    last = clock.now()
    shown()
  }
  const awake = ({ persisted }: PageTransitionEvent) => {
    // A page of the cache slept: what it asked a moment before is old.
    if (persisted) last = Number.NEGATIVE_INFINITY
    if (persisted) show()
  }
  window.addEventListener('pageshow', awake, { signal })
  window.addEventListener('focus', show, { signal })
  document.addEventListener('visibilitychange', show, { signal })
}

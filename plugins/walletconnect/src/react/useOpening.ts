import { useCallback, useEffect, useRef, useState } from 'react'
import type { DeepLink } from '../deepLink.js'

/** When the user is told that it takes longer, and when the ways out are offered. Milliseconds. */
const slowAfter = 3_000
const againAfter = 5_000
/** A page still visible by then was not left for the app: the next link is tried. Milliseconds. */
const appTime = 1_500

/** `tap`: only a tap of the user can open the app. `slow`, `again`: it takes long. */
export type OpeningPhase = 'opening' | 'tap' | 'slow' | 'again'

/**
 * Opens a wallet's app as soon as there is a code, and again at a tap. A web link is opened by a tap alone: what comes
 * after a wait is blocked by browsers, or loads as a page. When the user comes back from the app, the time starts
 * from the beginning: the wallet's answer may be on its way.
 *
 * @param plan the links to try, in order; `undefined` when there is nothing to open
 */
export function useOpening(
  uri: string | undefined,
  plan: (uri: string) => readonly DeepLink[] | undefined,
): { readonly phase: OpeningPhase; open(): void } {
  const { phase, setPhase, timers, stop, wait } = useOpeningTimes()
  const begun = useRef(false)
  /** Which of the links is next. The first one again after the last. */
  const next = useRef(0)
  const latest = useRef({ uri, plan, phase })
  useEffect(() => {
    latest.current = { uri, plan, phase }
  })

  const follow = useCallback(
    (isTapped: boolean) => {
      const { uri: current, plan: make } = latest.current
      const links = current === undefined ? undefined : make(current)
      const at = links && next.current < links.length ? next.current : 0
      const link = links?.[at]
      if (!links || !link) return
      if (!isTapped && isWebLink(link)) return setPhase('tap')
      openLink(link)
      wait()
      const another = links[at + 1]
      next.current = at + 1
      if (!another) return
      const goOn = () => {
        if (document.visibilityState !== 'visible' || !mayOpen(another)) return
        openLink(another)
        next.current = at + 2
      }
      timers.current.push(setTimeout(goOn, appTime))
    },
    [setPhase, timers, wait],
  )

  const open = useCallback(() => follow(true), [follow])
  useEffect(() => {
    // A renewed code is for the next tap; only the first one opens the app by itself.
    if (uri === undefined || begun.current) return
    begun.current = true
    follow(false)
  }, [uri, follow])
  useEffect(() => {
    // The wallet has answered, and the view may stay a moment longer.
    if (uri === undefined) stop()
  }, [uri, stop])
  useEffect(() => {
    const onVisibility = () => {
      if (!begun.current || latest.current.phase === 'tap') return
      if (document.visibilityState === 'hidden') return stop()
      // The link that led away works: it comes first again.
      next.current = 0
      wait()
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [stop, wait])
  return { phase, open }
}

/** How long the app has taken so far. `wait` starts from the beginning. */
function useOpeningTimes() {
  const [phase, setPhase] = useState<OpeningPhase>('opening')
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = useCallback(() => {
    for (const timer of timers.current.splice(0)) clearTimeout(timer)
  }, [])
  const wait = useCallback(() => {
    stop()
    setPhase('opening')
    timers.current.push(setTimeout(() => setPhase('slow'), slowAfter))
    timers.current.push(setTimeout(() => setPhase('again'), againAfter))
  }, [stop])
  useEffect(() => {
    clearTimeout(leaving.current)
    return () => {
      // Later, because StrictMode unmounts and mounts again at once.
      leaving.current = setTimeout(stop)
    }
  }, [stop])
  return { phase, setPhase, timers, stop, wait }
}

/**
 * A web link that no tap stands behind is loaded as a page in the place of this one instead of opening the app. An app's
 * own scheme never takes the page away.
 */
function mayOpen(link: DeepLink): boolean {
  return !isWebLink(link) || (navigator.userActivation?.isActive ?? true)
}

const isWebLink = ({ href }: DeepLink) => /^https?:/i.test(href)

function openLink({ href, target }: DeepLink): void {
  window.open(href, target, 'noreferrer noopener')
}

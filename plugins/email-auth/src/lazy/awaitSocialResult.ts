import type { Clock } from '@latchkey/kernel/plugin'
import { listenForAnswers, readAnswer } from './socialHandOver.js'
import { windowClosed } from './windowClosed.js'

/** How often it is looked whether the window is still there. */
const closedPause = 1000

/** How long a login lives at the service. */
const loginTime = 15 * 60_000

export interface SocialResultOptions {
  readonly popup: Window
  /** Where the person logs in. */
  readonly authorization: string
  /** Of the wallet's service: what any other page says is left alone. */
  readonly origin: string
  readonly clock: Clock
  readonly signal: AbortSignal
  /**
   * Told once that the window is gone for this page. It may be open all the same: a provider that sends
   * Cross-Origin-Opener-Policy cuts it off. So the answer is awaited on.
   */
  onGone(): void
}

/**
 * Waits for the address that the provider sent the person back to: from the window itself, or for this login alone from the app's page
 * that the window was led to.
 *
 * @throws BaseError `SOCIAL_WINDOW_CLOSED` when the login was given up, or is over without an answer
 */
export function awaitSocialResult(options: SocialResultOptions): Promise<string> {
  const { popup, authorization, origin, clock, signal, onGone } = options
  const state = new URL(authorization).searchParams.get('state')
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const end = (settle: () => void) => {
      over.abort()
      clock.clearTimeout(timer)
      clock.clearTimeout(deadline)
      popup.close()
      settle()
    }
    const giveUp = () => end(() => reject(windowClosed()))
    const deadline = clock.setTimeout(giveUp, loginTime)
    const look = () => {
      if (popup.closed) return onGone()
      timer = clock.setTimeout(look, closedPause)
    }
    let timer = clock.setTimeout(look, closedPause)
    addEventListener(
      'message',
      (event) => {
        if (event.source !== popup || event.origin !== origin) return
        const uri = readAnswer(event.data)
        if (uri !== undefined) end(() => resolve(uri))
      },
      { signal: over.signal },
    )
    listenForAnswers((uri) => {
      const { origin: from, searchParams } = new URL(uri)
      const isOwn = from === origin && state !== null && searchParams.get('state') === state
      if (isOwn) end(() => resolve(uri))
      return isOwn
    }, over.signal)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true, signal: over.signal })
  })
}

import type { Clock } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import { windowClosed } from './windowClosed.js'

const messageShape = z.object({
  protocol: z.literal('latchkey-social'),
  version: z.literal(1),
  uri: z.string().check(z.maxLength(4096), z.url({ protocol: /^https?$/ })),
})

/** How often it is looked whether the window is still there. */
const closedPause = 1000

export interface SocialResultOptions {
  readonly popup: Window
  /** Of the wallet's service: what any other page says is left alone. */
  readonly origin: string
  readonly clock: Clock
  readonly signal: AbortSignal
}

/**
 * Waits for the address that the provider sent the person back to, from this window alone.
 *
 * @throws BaseError `SOCIAL_WINDOW_CLOSED` when the person closed the window
 */
export function awaitSocialResult({ popup, origin, clock, signal }: SocialResultOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const end = (settle: () => void) => {
      over.abort()
      clock.clearTimeout(timer)
      popup.close()
      settle()
    }
    const look = (wasClosed: boolean) => {
      // The page that brings the answer closes the window itself: the answer gets another second to arrive.
      if (wasClosed) return end(() => reject(windowClosed()))
      timer = clock.setTimeout(() => look(popup.closed), closedPause)
    }
    let timer = clock.setTimeout(() => look(popup.closed), closedPause)
    addEventListener(
      'message',
      (event) => {
        if (event.source !== popup || event.origin !== origin) return
        const parsed = z.safeParse(messageShape, event.data)
        if (parsed.success) end(() => resolve(parsed.data.uri))
      },
      { signal: over.signal },
    )
    const abort = () => end(() => reject(windowClosed()))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true, signal: over.signal })
  })
}

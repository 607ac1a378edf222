import type * as z from 'zod/mini'
import { windowReady, type windowRequest, windowResult } from './passkeyMessages.js'
import type { creationOptions, PasskeyAnswer } from './webAuthn.js'

/** How often it is looked whether the person closed the window. Milliseconds. */
const closedPause = 500

/**
 * Makes a passkey in a window of this origin, for browsers that refuse it in a frame. Call it in the person's press: browsers open
 * no window otherwise.
 *
 * @throws DOMException as the window's browser says it; `NotAllowedError` when the person closed the window, `BlockedError` when none
 *   was opened, and the signal's reason when it is aborted
 */
export function createPasskeyInWindow(
  options: z.infer<typeof creationOptions>,
  signal: AbortSignal,
): Promise<PasskeyAnswer> {
  const address = new URL('/passkey', location.origin)
  address.searchParams.set('locale', document.documentElement.lang)
  const view = window.open(address, '', 'popup,width=420,height=560')
  if (!view) return Promise.reject(new DOMException('The browser opened no window.', 'BlockedError'))
  return new Promise<PasskeyAnswer>((resolve, reject) => {
    const over = new AbortController()
    const finish = (settle: () => void) => {
      over.abort()
      clearInterval(timer)
      view.close()
      settle()
    }
    const timer = setInterval(() => {
      if (view.closed) finish(() => reject(new DOMException('The window was closed.', 'NotAllowedError')))
    }, closedPause)
    signal.addEventListener('abort', () => finish(() => reject(signal.reason)), { signal: over.signal })
    window.addEventListener(
      'message',
      ({ source, origin, data }: MessageEvent<unknown>) => {
        if (source !== view || origin !== location.origin) return
        if (windowReady.safeParse(data).success) {
          const request: z.infer<typeof windowRequest> = { passkeyWindow: 'make', options }
          view.postMessage(request, location.origin)
        }
        const { data: result } = windowResult.safeParse(data)
        if (result?.passkeyWindow === 'made') {
          const { response, output } = result
          finish(() => resolve({ response, output }))
        }
        if (result?.passkeyWindow === 'failed')
          finish(() => reject(new DOMException('No passkey was made.', result.name)))
      },
      { signal: over.signal },
    )
  })
}

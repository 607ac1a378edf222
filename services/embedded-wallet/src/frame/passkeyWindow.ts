import type * as z from 'zod/mini'
import { config } from 'zod/mini'
import { say } from '../words/say.js'
import { drawText } from './drawText.js'
import { type windowReady, windowRequest, type windowResult } from './passkeyMessages.js'
import { readWords } from './readWords.js'
import { createScreen } from './screen.js'
import { createPasskey } from './webAuthn.js'

/**
 * The window in which a passkey is made where browsers refuse it in a frame. It answers the wallet's own frame that opened it, and
 * nobody of another origin; on its own it does nothing.
 */
const opener = window.opener as Window | null
const words = readWords()

const tell = (message: z.infer<typeof windowReady> | z.infer<typeof windowResult>) =>
  opener?.postMessage(message, location.origin)

async function make({ options }: z.infer<typeof windowRequest>): Promise<void> {
  const never = new AbortController().signal
  const screen = createScreen(
    document.body,
    () => {},
    () => undefined,
    words,
  )
  try {
    await screen.ask(
      {
        view: 'passkey',
        title: say`Make a passkey`,
        text: say`Your device asks for your fingerprint, face or screen lock.`,
        accept: say`Make passkey`,
        refuse: say`Cancel`,
      },
      never,
    )
    const { response, output } = await createPasskey(options, never)
    tell({ passkeyWindow: 'made', response: { ...response }, ...(output && { output }) })
  } catch (error) {
    tell({ passkeyWindow: 'failed', name: error instanceof DOMException ? error.name : 'NotAllowedError' })
    if (!(error instanceof DOMException)) reportError(error)
  }
}

function start(): void {
  // The page's policy forbids code from text, which zod would try.
  config({ jitless: true })
  const listening = new AbortController()
  window.addEventListener(
    'message',
    ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== opener || origin !== location.origin) return
      const { data: request } = windowRequest.safeParse(data)
      if (!request) return
      listening.abort()
      void make(request)
    },
    { signal: listening.signal },
  )
  tell({ passkeyWindow: 'ready' })
}

if (opener) start()
else drawText(document.body, say`Go back to the app and try again.`, words)

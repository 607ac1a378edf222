import { createWindowPort, serveFrame, type ServedFrame } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'
import { isFramedBy, readAppOrigin } from './appOrigin.js'
import { readBundlers } from './readBundlers.js'
import { readWords } from './readWords.js'
import { createHandlers } from './createHandlers.js'
import { createSession } from './createSession.js'
import { createWallets } from './createWallets.js'
import { createFrameStorage, isForgetful, openStorage } from './frameStorage.js'
import { createScreen } from './screen.js'
import { createServiceClient } from './serviceClient.js'

/** Starts the frame: it answers the app that frames it, and nobody else. */
function start(appOrigin: string): ServedFrame {
  // The page's policy forbids code from text, which zod would try.
  z.config({ jitless: true })
  const ask = createServiceClient(appOrigin, document.documentElement.lang)
  const values = openStorage()
  const storage = createFrameStorage(values, appOrigin)
  const served: { frame?: ServedFrame } = {}
  const session = createSession(ask, storage, (how) =>
    served.frame?.emit({ type: 'disconnected', payload: how }),
  )
  const screen = createScreen(
    document.body,
    (event) => served.frame?.emit(event),
    (signal) => served.frame?.requestOf(signal),
    readWords(),
  )
  const wallets = createWallets(session, storage, screen)
  const frame = serveFrame({
    port: createWindowPort({ own: window, peer: () => window.parent, peerOrigin: appOrigin }),
    handlers: createHandlers({
      ...{ appOrigin, ask, session, storage, wallets, screen },
      isForgetful: isForgetful(values),
      bundlers: readBundlers(),
    }),
    onFault: (error) => reportError(error),
  })
  served.frame = frame
  frame.ready('1')
  return frame
}

const appOrigin = readAppOrigin()
if (appOrigin !== undefined && isFramedBy(appOrigin)) start(appOrigin)

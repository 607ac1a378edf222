import { createWindowPort, write } from '@latchkey/plugin-email-auth/protocol'
import { isFramedBy, readAppOrigin } from './appOrigin.js'

/** Tells an app that is not allowed why there is no wallet for it. Nothing else runs here. */
const appOrigin = readAppOrigin()
if (appOrigin !== undefined && isFramedBy(appOrigin)) {
  const port = createWindowPort({ own: window, peer: () => window.parent, peerOrigin: appOrigin })
  port.post(write.event({ type: 'refused', payload: { reason: 'unverified_domain' } }))
}

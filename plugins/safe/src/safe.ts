import {
  Clock,
  Connector,
  type ConnectorContribution,
  ConnectorError,
  definePlugin,
  lazy,
  Log,
  type Plugin,
} from '@latchkey/kernel/plugin'
import { Notifications, Session } from '@latchkey/kernel/wallet'
import { framingOrigin } from './framingOrigin.js'
import { readOptions, type SafeOptions } from './readOptions.js'

/** The id of the plugin and of its connector. */
export const safeId = 'safe'

/**
 * The app as a Safe App: inside Safe{Wallet}, it uses the Safe it was opened with, and connects by itself. Elsewhere the wallet
 * isn't offered, and nothing of it is loaded.
 *
 * @throws KernelError `SAFE_OPTIONS_INVALID`
 *
 * @example
 * createKernel([eip155({ networks }), safe()])
 */
export function safe(options: SafeOptions = {}): Plugin {
  const origins = readOptions(options)
  return definePlugin({
    id: safeId,
    kernel: '^1.0.0',
    requires: { clock: Clock, log: Log, notifications: Notifications, session: Session },
    setup(context, { clock, log, notifications, session }) {
      const code = lazy('Safe', () => import('./lazy/openSafe.js'))
      const connector: ConnectorContribution = {
        id: safeId,
        name: 'Safe',
        group: 'external',
        namespaces: ['eip155'],
        readiness: () => (framingOrigin(origins) === undefined ? 'unsupported' : 'installed'),
        prepare: code,
        async connect(request) {
          const origin = framingOrigin(origins)
          if (origin === undefined) throw notInside()
          return (await code()).openSafe({ clock, log, notifications, origin }, request)
        },
      }
      context.add(Connector, connector)
      return {
        start() {
          if (framingOrigin(origins) === undefined) return
          session.connect({ connectorId: safeId, signal: context.signal }).catch((error: unknown) => {
            if (!context.signal.aborted)
              log.warn('The Safe that holds this page could not be connected.', error)
          })
        },
      }
    },
  })
}

const notInside = () =>
  new ConnectorError('This page isn’t open inside Safe. Add it to your Safe as an app, and open it there.', {
    code: 'SAFE_NOT_INSIDE',
  })

import {
  Clock,
  definePlugin,
  Disconnected,
  Http,
  Log,
  ModalClosed,
  Navigation,
  Networks,
  Wallets,
  Notifications,
  type Plugin,
  Session,
  SignInOnConnect,
  Storage,
} from '@latchkey/kernel/plugin'
import { subscribe } from 'valtio/vanilla'
import { createSiwx } from './createSiwx.js'
import { readOptions, type SiwxOptions } from './SiwxOptions.js'
import { Siwx } from './SiwxService.js'
import { SiwxStorage } from './SiwxStorage.js'

/**
 * Sign in with the connected wallet (CAIP-122), on every namespace that can sign a message. List `siwx` of
 * `@latchkey/plugin-siwx/react` for the view; this one opens it where a shell draws it.
 *
 * @throws KernelConfigError "Cannot set both `siweConfig` and `siwx` options", and for values out of range.
 *
 * @example
 * createKernel([eip155(), solana(), siwx({ required: true, backend: '/api/siwx' })])
 */
export function siwx(given: SiwxOptions = {}): Plugin {
  const options = readOptions(given)
  return definePlugin({
    id: 'siwx',
    kernel: '^1.0.0',
    requires: {
      session: Session,
      networks: Networks,
      wallets: Wallets,
      navigation: Navigation,
      notifications: Notifications,
      storage: Storage,
      http: Http,
      clock: Clock,
      log: Log,
    },
    optional: { sessions: SiwxStorage },
    provides: [Siwx, SignInOnConnect],
    setup(context, deps) {
      const { session, networks, navigation, log } = deps
      const { service, load, running } = createSiwx(context, options, deps)
      context.provide(Siwx, () => service)
      context.provide(SignInOnConnect, () => ({
        prepare: async (request) => (await load()).prepare(request),
      }))

      const fail = (error: unknown) => log.error('Signing in is not possible now.', error)
      /** Also tries again to load what could not be loaded when the page came up. */
      const update = () => {
        const started = running()
        if (started) started.controller.update()
        else load().catch(fail)
      }
      return {
        start() {
          context.defer(subscribe(session.state, update))
          context.defer(subscribe(networks.state, update))
          context.defer(navigation.guard((view) => running()?.controller.refuse(view)))
          context.on(ModalClosed, ({ view }) => running()?.controller.closed(view))
          context.on(Disconnected, ({ namespaces }) => {
            if (options.signOutOnDisconnect === false) return
            load()
              .then(({ controller }) => controller.forget(namespaces))
              .catch(fail)
          })
          update()
        },
      }
    },
  })
}

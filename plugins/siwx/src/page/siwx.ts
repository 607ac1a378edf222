import {
  Clock,
  definePlugin,
  Http,
  inDevelopment,
  KernelError,
  lazy,
  Log,
  type Plugin,
  Storage,
} from '@latchkey/kernel/plugin'
import {
  Disconnected,
  ModalClosed,
  Navigation,
  Networks,
  Wallets,
  Notifications,
  Session,
} from '@latchkey/kernel/wallet'
import { SignInOnConnect } from '@latchkey/kernel/contracts'
import { createState } from './createState.js'
import type { RunningSiwx } from './lazy/startSiwx.js'
import { readOptions, type SiwxOptions } from './SiwxOptions.js'
import { Siwx, type SiwxService, type SiwxState } from './SiwxService.js'
import { SiwxStorage } from './SiwxStorage.js'

const requires = {
  session: Session,
  networks: Networks,
  wallets: Wallets,
  navigation: Navigation,
  notifications: Notifications,
  storage: Storage,
  http: Http,
  clock: Clock,
  log: Log,
}

/**
 * Sign in with the connected wallet (CAIP-122), on every namespace that can sign a message. List `siwx` of
 * `@latchkey/plugin-siwx/react` for the view; this one opens it where a shell draws it.
 *
 * @throws KernelConfigError "Cannot set both `siweConfig` and `siwx` options", and for values out of range.
 *
 * @example
 * createKernel([eip155({ networks }), solana(), siwx({ required: true, backend: '/api/siwx' })])
 */
export function siwx(given: SiwxOptions = {}): Plugin {
  const options = readOptions(given)
  return definePlugin({
    id: 'siwx',
    kernel: '^1.0.0',
    requires,
    optional: { sessions: SiwxStorage },
    provides: [Siwx, SignInOnConnect],
    setup(context, deps) {
      const { wallets, navigation, log } = deps
      const state = createState(options.required === true)
      let running: RunningSiwx | undefined
      const load = lazy('The sign-in', async () => {
        const { startSiwx } = await import('./lazy/startSiwx.js')
        const started = await startSiwx(context, options, state, deps)
        running = started
        if (context.signal.aborted) return started
        started.controller.begin()
        return started
      })
      const controller = async () => (await load()).controller
      context.defer(() => running?.controller.dispose())
      context.provide(Siwx, () => createService(state, controller))
      context.provide(SignInOnConnect, () => ({
        prepare: async (request) => (await load()).prepare(request),
      }))

      const fail = (error: unknown) => log.error('Signing in is not possible now.', error)
      /** Also tries again to load what could not be loaded when the page came up. */
      const update = () => {
        if (running) running.controller.update()
        else load().catch(fail)
      }
      return {
        start() {
          if (provesNothing(options) && !deps.sessions) log.error(unproven, backendMissing())
          context.defer(wallets.subscribe(update))
          context.defer(navigation.guard((view) => running?.controller.refuse(view)))
          context.on(ModalClosed, ({ view }) => running?.controller.closed(view))
          context.on(Disconnected, ({ namespaces }) => {
            if (options.signOutOnDisconnect === false) return
            controller()
              .then(({ forget }) => forget(namespaces))
              .catch(fail)
          })
          update()
        },
      }
    },
  })
}

/** The page's service. Its code loads on first use. */
function createService(state: SiwxState, controller: () => Promise<RunningSiwx['controller']>): SiwxService {
  return {
    state,
    get status() {
      return state.accountId && state.statuses[state.accountId]
    },
    sign: async () => (await controller()).sign(),
    cancel: async () => (await controller()).cancel(),
    signOut: async (accountId) => (await controller()).signOut(accountId),
    getSessions: async () => (await controller()).getSessions(),
  }
}

const unproven = 'Sign-in is required, and no server checks it.'

/** Whether people must sign in, and only their own browser keeps that they did. */
const provesNothing = ({ required, backend, storage, siweConfig }: SiwxOptions) =>
  inDevelopment && required === true && backend === undefined && !storage && !siweConfig

function backendMissing(): KernelError {
  const help =
    'Give `backend`, the address of the routes of @latchkey/plugin-siwx/server, or `storage` of your own.'
  return new KernelError(unproven, { code: 'SIWX_BACKEND_MISSING', metaMessages: [help] })
}

import {
  App,
  Clock,
  Connector,
  type ConnectorContribution,
  definePlugin,
  Http,
  lazy,
  Log,
  Namespace,
  type Plugin,
  Storage,
  type StorageService,
} from '@latchkey/kernel/plugin'
import { emailLoginUnavailable } from './embeddedErrors.js'
import { NativeBalances, Navigation, Notifications, Session, Wallets } from '@latchkey/kernel/wallet'
import { RemoteProvider, type TokenType } from '@latchkey/kernel/contracts'
import type { AnnounceWalletsOptions } from './lazy/announceWallets.js'
import type { EmbeddedWallet } from './lazy/createEmbeddedWallet.js'
import { proxy } from 'valtio/vanilla'
import type { CurrentProvider } from './currentProvider.js'
import { EmailAuth, type EmailAuthService, type EmailAuthState } from './EmailAuthService.js'
import { secondsUntilNextEmail } from './protocol/secondsUntilNextEmail.js'
import { type EmailAuthOptions, type ReadOptions, readOptions } from './readOptions.js'
import { storedEmailTime, storedLogin, storedSocial } from './storedLogin.js'

/** The id of the plugin and of its connector. */
export const emailAuthId = 'emailAuth'

/**
 * Login by email, with a wallet that lives in a frame of another origin. Nothing of it is loaded, and no frame is made,
 * before a person logs in or has done so earlier on this device.
 *
 * @throws BaseError `EMAIL_AUTH_OPTIONS_INVALID`
 *
 * @example
 * createKernel([eip155({ networks }), emailAuth({ frameUrl: 'https://wallet.example.com/frame' })])
 */
export function emailAuth(given: EmailAuthOptions): Plugin {
  const options = readOptions(given)
  return definePlugin({
    id: emailAuthId,
    kernel: '^1.0.0',
    requires: {
      app: App,
      clock: Clock,
      http: Http,
      log: Log,
      navigation: Navigation,
      notifications: Notifications,
      session: Session,
      storage: Storage,
      wallets: Wallets,
      balances: NativeBalances,
    },
    provides: [EmailAuth],
    setup(context, deps) {
      const { storage, wallets } = deps
      // What isn't known yet is absent, which costs nothing before use.
      const state = proxy({ frameView: null } as {
        -readonly [key in keyof EmailAuthState]: EmailAuthState[key]
      })
      const current: CurrentProvider = { listeners: new Set() }
      const loaded = lazy('Email login', async () => {
        const { createEmbeddedWallet } = await import('./lazy/createEmbeddedWallet.js')
        // A frame that was made now would outlive the kernel.
        context.signal.throwIfAborted()
        return createEmbeddedWallet({ ...deps, ...options, state, current, context })
      })
      const wallet = () => loaded().catch(throwUnavailable)
      const isSpanned = (id: string) =>
        wallets.chain(id, RemoteProvider) &&
        (options.networks ?? ['eip155:', 'solana:']).some((known) => known.startsWith(`${id}:`))
      const connector: ConnectorContribution = {
        id: emailAuthId,
        name: 'Email',
        group: 'auth',
        get namespaces() {
          return context.list(Namespace).flatMap(({ id }) => (isSpanned(id) ? [id] : []))
        },
        readiness: () => 'loadable',
        connect: async (request) => (await wallet()).connect(request),
        async restore(request) {
          if (!storage.read(storedLogin)) return undefined
          return (await wallet()).restore(request)
        },
      }
      context.provide(EmailAuth, () => createService({ ...options, ...deps, state, wallet }))
      context.add(Connector, connector)
      return {
        start: () => (options.announce ? announce({ ...deps, current, signal: context.signal }) : undefined),
      }
    },
  })
}

function throwUnavailable(cause: unknown): never {
  throw emailLoginUnavailable(cause)
}

async function announce(options: AnnounceWalletsOptions): Promise<void> {
  const { announceWallets } = await import('./lazy/announceWallets.js')
  announceWallets(options)
}

/** Of the service, what the loaded wallet has by the same name. */
const handedOn = [
  'connectEmail',
  'connectDevice',
  'connectOtp',
  'connectPasskey',
  'startFarcaster',
  'connectFarcaster',
  'updateEmail',
  'updateEmailPrimaryOtp',
  'updateEmailSecondaryOtp',
  'readRecovery',
  'addRecovery',
  'exportKey',
  'readUpgrade',
  'undoUpgrade',
  'readStuck',
  'speedUp',
] as const

/** What views use; each call loads the wallet's part first. */
function createService(
  options: ReadOptions & {
    readonly state: EmailAuthState
    readonly clock: TokenType<typeof Clock>
    readonly storage: StorageService
    wallet(): Promise<EmbeddedWallet>
  },
): EmailAuthService {
  const { state, socials, passkey, frameUrl, clock, storage, wallet } = options
  let popup: Window | null | undefined
  // A wallet that can't be loaded has no frame to show or to dismiss.
  const whenLoaded = (use: (loaded: EmbeddedWallet) => void) => void wallet().then(use, () => undefined)
  return {
    ...(Object.fromEntries(
      handedOn.map((name) => [
        name,
        async (...given: never[]) => ((await wallet())[name] as (...given: never[]) => unknown)(...given),
      ]),
    ) as Pick<EmailAuthService, (typeof handedOn)[number]>),
    state,
    socials,
    passkey,
    resend: async () => (await wallet()).connectEmail(state.pendingEmail ?? ''),
    startSocial(inWindow) {
      popup?.close()
      popup = inWindow ? open(new URL('/social-start', frameUrl), '', 'popup,width=600,height=800') : null
    },
    async connectSocial(provider, signal) {
      const own = popup
      popup = undefined
      return (await wallet()).connectSocial(provider, own, signal)
    },
    socialReturn: () => (/[?&]result_uri=/.test(location.search) ? storage.read(storedSocial) : undefined),
    secondsUntilNextEmail: () => secondsUntilNextEmail(storage.read(storedEmailTime), clock.now()),
    placeFrame(place) {
      const left = new AbortController()
      whenLoaded((loaded) => loaded.placeFrame(place, left.signal))
      return () => left.abort()
    },
    dismissFrame: () => whenLoaded((loaded) => loaded.dismissFrame()),
  }
}

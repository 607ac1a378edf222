import {
  type App,
  BaseError,
  type Clock,
  type Connection,
  type ConnectRequest,
  type LogService,
  Namespace,
  type PluginContext,
  type StorageService,
  version,
} from '@latchkey/kernel/plugin'
import { emailThrottled } from '../embeddedErrors.js'
import type {
  NativeBalancesService,
  NavigationService,
  NotificationsService,
  WalletsService,
} from '@latchkey/kernel/wallet'
import type { TokenType } from '@latchkey/kernel/contracts'
import { subscribe } from 'valtio/vanilla'
import type { CurrentProvider } from '../currentProvider.js'
import type { EmailAuthService, EmailAuthState, FramePlace } from '../EmailAuthService.js'
import type { RedirectProvider } from '../protocol/providers.js'
import type { FrameEvent, FrameView } from '../protocol/events.js'
import type { RequestPayload, RequestReply, RequestType } from '../protocol/requests.js'
import { FrameError } from '../protocol/frameError.js'
import { secondsUntilNextEmail } from '../protocol/secondsUntilNextEmail.js'
import { supportedNetworks } from '../protocol/supportedNetworks.js'
import { emailPause } from '../protocol/timeLimits.js'
import type { ReadOptions } from '../readOptions.js'
import { EmbeddedWalletRoute } from '../routes.js'
import { storedEmailTime, storedLogin, type StoredLogin } from '../storedLogin.js'
import { warnOfOtherSite } from './warnOfOtherSite.js'
import { tellUnusableFrame } from './tellUnusableFrame.js'
import { forgetLogin } from './forgetLogin.js'
import { walletErrorFrom } from '../walletErrorFrom.js'
import { createApprovals } from './createApprovals.js'
import { createFrameLink, type FrameLink } from './createFrameLink.js'
import { createEmailChange } from './createEmailChange.js'
import { createSocialLogin } from './createSocialLogin.js'
import { createStuckRequests } from './createStuckRequests.js'
import { namesOfNetworks } from './namesOfNetworks.js'
import { openEmbeddedConnection } from './openEmbeddedConnection.js'

export interface EmbeddedWalletOptions extends ReadOptions {
  readonly app: TokenType<typeof App>
  readonly balances: NativeBalancesService
  readonly clock: Clock
  readonly log: LogService
  readonly context: Pick<PluginContext, 'emit' | 'list' | 'signal'>
  readonly navigation: NavigationService
  readonly notifications: NotificationsService
  readonly storage: StorageService
  readonly wallets: Pick<WalletsService, 'chain' | 'namespace' | 'follow'>
  /** Told of the EVM provider of each connection. */
  readonly current: CurrentProvider
  /** Written here alone. */
  readonly state: { -readonly [key in keyof EmailAuthState]: EmailAuthState[key] }
}

/** What the parts of the wallet share. */
type WalletTools = EmbeddedWalletOptions & {
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
}

/** Asks the frame. @throws BaseError in the product's words */
export type AskFrame = <Type extends RequestType>(
  type: Type,
  payload: RequestPayload<Type>,
  signal?: AbortSignal,
) => Promise<RequestReply<Type>>

export interface EmbeddedWallet
  extends Pick<
    EmailAuthService,
    | 'connectEmail'
    | 'connectDevice'
    | 'connectOtp'
    | 'connectPasskey'
    | 'startFarcaster'
    | 'connectFarcaster'
    | 'updateEmail'
    | 'updateEmailPrimaryOtp'
    | 'updateEmailSecondaryOtp'
    | 'readRecovery'
    | 'addRecovery'
    | 'exportKey'
    | 'readUpgrade'
    | 'undoUpgrade'
    | 'readStuck'
    | 'speedUp'
    | 'dismissFrame'
  > {
  connect(request: ConnectRequest): Promise<Connection>
  restore(request: ConnectRequest): Promise<Connection | undefined>
  connectSocial(
    provider: RedirectProvider,
    popup: Window | null | undefined,
    signal: AbortSignal,
  ): Promise<void>
  /** @param left Aborted when the frame is to be shown there no longer. */
  placeFrame(place: FramePlace, left: AbortSignal): void
}

/** The part of email login that is loaded on first use: the frame, and what is asked of it. */
export function createEmbeddedWallet(given: EmbeddedWalletOptions): EmbeddedWallet {
  const options: WalletTools = { ...given, signal: given.context.signal }
  const { clock, state, storage } = options
  const onEnded = new Set<() => void>()

  const link = warnedLink(
    createFrameLink({
      frameUrl: options.frameUrl,
      clock,
      onEvent,
      onMade: () => introduce(options, ask),
      onUnsent: (error) => options.log.debug('The wallet’s frame was not told of the theme.', error),
    }),
    options,
  )
  options.signal.addEventListener('abort', () => link.close(), { once: true })

  const ask = createAsk(link, options.log)
  function onEvent(event: FrameEvent): void {
    if (event.type === 'view') views.showView(event.payload.view)
    else if (event.type === 'size') state.frameHeight = event.payload.height
    else if (event.type === 'ready') views.showView(null)
    else if (event.type === 'session') remember({ token: event.payload.token ?? undefined })
    else if (event.type === 'disconnected') endAll(event.payload.isReplaced)
  }

  const remember: Remember = (change) => rememberLogin(storage, change)
  function endAll(isReplaced = false): void {
    forgetPerson(options, isReplaced)
    for (const end of [...onEnded]) end()
  }

  const { withPerson, dismissFrame } = createPersonRequests()
  const views = createFrameViews(options, link, dismissFrame)
  const approvals = createApprovals({ ...options, ask: link.request })
  const networks: ReadonlySet<string> = new Set(options.networks ?? supportedNetworks)
  const wallet = { ask, approvals, remember, onEnded, signOut: () => signOut(options, ask) }
  const open = (request: ConnectRequest, signal: AbortSignal) =>
    openEmbeddedConnection({ ...options, networks, ...wallet, request, signal })

  return {
    async connect(request) {
      if (!(await isLoggedIn(ask, storage, request.signal, endAll))) {
        await connectByToken(options, ask, remember, request.signal)
      }
      return withPerson(request.signal, (signal) => open(request, signal))
    },
    async restore(request) {
      if (!(await isLoggedIn(ask, storage, request.signal, endAll))) return undefined
      return views.quietly((signal) => open(request, AbortSignal.any([request.signal, signal])))
    },
    ...createEmailLogin(options, ask, remember),
    ...createEmailChange(options, ask, remember),
    ...createOtherLogins(options, ask, remember, withPerson),
    ...createKeyRequests(options, ask, withPerson),
    ...createStuckRequests(options, ask, withPerson),
    placeFrame: views.placeFrame,
    dismissFrame: () => (state.frameView === 'approve' ? approvals.dismiss() : dismissFrame()),
  }
}

function tokenOf(storage: StorageService): { readonly token?: string } {
  const token = storage.read(storedLogin)?.token
  return token === undefined ? {} : { token }
}

export type Remember = (change: { readonly [key in keyof StoredLogin]: StoredLogin[key] | undefined }) => void

/** Runs something that a person works on in the frame, until they dismiss it. */
export type WithPerson = ReturnType<typeof createPersonRequests>['withPerson']

/** Logins by a provider, a phone or a passkey. */
function createOtherLogins(
  options: WalletTools,
  ask: AskFrame,
  remember: Remember,
  withPerson: WithPerson,
): Pick<EmbeddedWallet, 'connectSocial' | 'connectPasskey' | 'startFarcaster' | 'connectFarcaster'> {
  const logInAt = createSocialLogin({ ...options, ask })
  return {
    async connectSocial(provider, popup, signal) {
      await logInAt(provider, popup, signal)
      remember({ loggedInBy: provider })
    },
    startFarcaster: async (signal) => (await ask('getFarcasterUri', undefined, signal)).url,
    async connectFarcaster(signal) {
      await ask('connectFarcaster', undefined, signal)
      remember({ loggedInBy: 'farcaster' })
    },
    async connectPasskey(signal) {
      await withPerson(signal, (own) => ask('connectPasskey', undefined, own))
      remember({ loggedInBy: 'passkey' })
    },
  }
}

/** What a person does with the wallet's key, in the frame. */
function createKeyRequests(
  { state }: EmbeddedWalletOptions,
  ask: AskFrame,
  withPerson: WithPerson,
): Pick<EmbeddedWallet, 'readRecovery' | 'addRecovery' | 'exportKey' | 'readUpgrade' | 'undoUpgrade'> {
  async function readRecovery(): Promise<void> {
    state.recovery = await ask('getRecovery', undefined)
  }
  return {
    readRecovery,
    async addRecovery(kind, signal) {
      await withPerson(signal, (own) => ask('addRecovery', { kind }, own))
      await readRecovery()
    },
    exportKey: async (signal) => void (await withPerson(signal, (own) => ask('exportKey', undefined, own))),
    async readUpgrade() {
      state.upgrade = (await ask('getUpgrade', undefined)).upgrade ?? undefined
    },
    async undoUpgrade(signal) {
      const { hash } = await withPerson(signal, (own) => ask('undoUpgrade', undefined, own))
      state.upgrade = undefined
      return hash
    },
  }
}

/** The steps of a login by email. */
function createEmailLogin(
  { storage, clock, state }: EmbeddedWalletOptions,
  ask: AskFrame,
  remember: Remember,
): Pick<EmbeddedWallet, 'connectEmail' | 'connectDevice' | 'connectOtp'> {
  /** How often a mail was asked for in this page. */
  let mails = 0
  return {
    async connectEmail(given) {
      const email = given.trim()
      const askedAt = clock.now()
      mails += 1
      const mail = mails
      const wait = secondsUntilNextEmail(storage.read(storedEmailTime), askedAt)
      if (wait > 0) throw emailThrottled(wait)
      storage.write(storedEmailTime, askedAt)
      // An answer that comes late must not undo what was asked for since.
      const isNewest = () => storage.read(storedEmailTime) === askedAt
      try {
        const { action } = await ask('connectEmail', { email })
        if (isNewest() && action === 'CONNECT') storage.remove(storedEmailTime)
        // A login of before that ends meanwhile takes what is stored with it, not the login that the person is in.
        if (mail === mails) state.pendingEmail = email
        return action
      } catch (error) {
        // No mail was sent, as far as is known: the next try is held up for as long as the service says, or not at all.
        const left = throttledFor(error)
        if (isNewest()) {
          if (left === undefined) storage.remove(storedEmailTime)
          else storage.write(storedEmailTime, askedAt - emailPause + left)
        }
        throw error
      }
    },
    async connectDevice(signal) {
      for (;;) {
        try {
          await ask('connectDevice', undefined, signal)
          return
        } catch (error) {
          // The link in the mail lives longer than one request.
          if (!(error instanceof BaseError) || error.code !== 'IFRAME_REQUEST_TIMEOUT') throw error
        }
      }
    },
    async connectOtp(otp) {
      const email = state.pendingEmail
      await ask('connectOtp', { otp })
      storage.remove(storedEmailTime)
      remember({ email, loggedInBy: 'email' })
    },
  }
}

/** Milliseconds until the service sends another mail; undefined when that isn't why it sent none. */
function throttledFor(error: unknown): number | undefined {
  if (!(error instanceof BaseError) || error.code !== 'EMAIL_THROTTLED') return undefined
  const seconds = error.parameters?.['seconds']
  return typeof seconds === 'number' ? Math.min(seconds * 1000, emailPause) : emailPause
}

/** Tells the frame who asks. */
function introduce(options: WalletTools, ask: AskFrame): void {
  warnOfOtherSite(options.log, location.hostname, options.frameUrl)
  const { app } = options
  const { name, description, url, icons } = app.metadata()
  const metadata = {
    name: name.slice(0, 200),
    description: description.slice(0, 1000),
    url,
    icons: icons.slice(0, 8),
  }
  const told = {
    ...(/^https?:/.test(url) ? { metadata } : {}),
    networks: namesOfNetworks(options.context.list(Namespace).flatMap(({ networks }) => networks)),
    sdkVersion: version,
    sdkType: 'latchkey',
    projectId: options.projectId ?? name.slice(0, 200),
  }
  ask('syncDappData', told, options.signal).catch((error: unknown) =>
    options.log.debug('The wallet’s frame was not told of the app.', error),
  )
}

/** What the frame shows, and where. */
function createFrameViews(options: WalletTools, link: FrameLink, dismissFrame: () => void) {
  const { navigation, state } = options
  let places: readonly FramePlace[] = []
  let quiet: AbortController | undefined

  function showView(view: FrameView | null): void {
    state.frameView = view
    if (view !== null && quiet) return quiet.abort(new FrameError('recovery_needed'))
    const isPlaced = navigation.state.entries.at(-1)?.name === EmbeddedWalletRoute.name
    if (view === null) {
      link.hide()
      if (isPlaced) navigation.back()
    } else if (view !== 'approve' && !isPlaced && !navigation.push(EmbeddedWalletRoute)) {
      dismissFrame()
    } else placeShown()
  }

  function placeShown(): void {
    const place = places.at(-1)
    if (state.frameView === null || quiet || !place) link.hide()
    else link.show(place)
  }

  // A view of the frame that was left, by whatever way, is given up.
  const stop = subscribe(navigation.state, () => {
    const { entries } = navigation.state
    if (state.frameView === null || state.frameView === 'approve') return
    if (!entries.some(({ name }) => name === EmbeddedWalletRoute.name)) dismissFrame()
  })
  options.signal.addEventListener('abort', stop, { once: true })

  return {
    showView,
    /** Runs something that may ask nothing of the person: it ends when the frame wants to be shown. */
    async quietly<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
      quiet = new AbortController()
      try {
        return await run(quiet.signal)
      } finally {
        quiet = undefined
      }
    },
    placeFrame(place: FramePlace, left: AbortSignal) {
      if (left.aborted) return
      places = [...places, place]
      placeShown()
      left.addEventListener(
        'abort',
        () => {
          places = places.filter((other) => other !== place)
          placeShown()
        },
        { once: true },
      )
    },
  }
}

/** The same link, which tells a developer when its frame can't be used. */
function warnedLink(link: FrameLink, { log, frameUrl }: WalletTools): FrameLink {
  const warn = tellUnusableFrame(log, frameUrl)
  return {
    ...link,
    request: (type, payload, signal, onView) =>
      link.request(type, payload, signal, onView).catch((error: unknown) => {
        warn(error)
        throw error
      }),
  }
}

/** Asks in the product's words, and keeps what the frame said for developers. */
const createAsk =
  (link: FrameLink, log: LogService): AskFrame =>
  async (type, payload, signal) => {
    try {
      return await link.request(type, payload, signal)
    } catch (error) {
      log.debug(`The wallet’s frame did not answer "${type}".`, error)
      throw walletErrorFrom(error)
    }
  }

function rememberLogin(storage: StorageService, change: Parameters<Remember>[0]): void {
  const entries = Object.entries({ ...storage.read(storedLogin), ...change })
  storage.write(storedLogin, Object.fromEntries(entries.filter(([, value]) => value !== undefined)))
}

/** @param isReplaced Whether what is stored is of whoever signed in in another tab. */
function forgetPerson({ state, storage }: EmbeddedWalletOptions, isReplaced = false): void {
  if (!isReplaced) forgetLogin(storage)
  state.user = undefined
  state.recovery = undefined
  state.upgrade = undefined
  state.stuck = undefined
  state.smartAccount = undefined
  state.nextEmail = undefined
}

async function signOut(options: WalletTools, ask: AskFrame): Promise<void> {
  forgetPerson(options)
  await ask('signOut', undefined)
}

/** Requests that a person works on in the frame. Dismissing the frame ends them. */
function createPersonRequests() {
  const shown = new Set<AbortController>()
  return {
    dismissFrame() {
      for (const controller of [...shown]) controller.abort(new FrameError('aborted'))
    },
    async withPerson<T>(
      signal: AbortSignal | undefined,
      run: (signal: AbortSignal) => Promise<T>,
    ): Promise<T> {
      const controller = new AbortController()
      shown.add(controller)
      try {
        return await run(signal ? AbortSignal.any([signal, controller.signal]) : controller.signal)
      } finally {
        shown.delete(controller)
      }
    },
  }
}

/** Logs in whom the app vouches for. @throws BaseError `EMAIL_LOGIN_NEEDED` when it vouches for no one */
async function connectByToken(
  { getToken }: EmbeddedWalletOptions,
  ask: AskFrame,
  remember: Remember,
  signal: AbortSignal,
): Promise<void> {
  if (!getToken) throw loginNeeded()
  await ask('connectToken', { token: await getToken() }, signal)
  remember({ loggedInBy: 'token' })
}

const loginNeeded = () => new BaseError('Log in by email first.', { code: 'EMAIL_LOGIN_NEEDED' })

/** What is remembered of a login that the frame does not know any more is deleted. */
async function isLoggedIn(
  ask: AskFrame,
  storage: StorageService,
  signal: AbortSignal,
  end: () => void,
): Promise<boolean> {
  const { isConnected } = await ask('isConnected', tokenOf(storage), signal)
  if (!isConnected) end()
  return isConnected
}

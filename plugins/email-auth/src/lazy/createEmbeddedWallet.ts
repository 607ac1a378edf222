import {
  type App,
  BaseError,
  type Clock,
  type Connection,
  type ConnectRequest,
  type LogService,
  type NativeBalancesService,
  type NavigationService,
  type NotificationsService,
  type StorageService,
  type TokenType,
  emailThrottled,
  version,
  type WalletsService,
} from '@latchkey/kernel/plugin'
import { subscribe } from 'valtio/vanilla'
import type { EmailAction, EmailAuthState, FramePlace } from '../EmailAuthService.js'
import type { FrameEvent, FrameView } from '../protocol/events.js'
import type { RequestPayload, RequestReply, RequestType } from '../protocol/requests.js'
import { FrameError } from '../protocol/frameError.js'
import { secondsUntilNextEmail } from '../protocol/secondsUntilNextEmail.js'
import type { ReadOptions } from '../readOptions.js'
import { EmbeddedWalletRoute } from '../routes.js'
import { forgetLogin, storedEmailTime, storedLogin, type StoredLogin } from '../storedLogin.js'
import { walletErrorFrom } from '../walletErrorFrom.js'
import { createApprovals } from './createApprovals.js'
import { createFrameLink } from './createFrameLink.js'
import { openEmbeddedConnection } from './openEmbeddedConnection.js'

export interface EmbeddedWalletOptions extends Omit<ReadOptions, 'networks'> {
  readonly networks: ReadonlySet<string>
  readonly app: TokenType<typeof App>
  readonly balances: NativeBalancesService
  readonly clock: Clock
  readonly log: LogService
  readonly navigation: NavigationService
  readonly notifications: NotificationsService
  readonly storage: StorageService
  readonly wallets: Pick<WalletsService, 'chain' | 'namespace'>
  /** Written here alone. */
  readonly state: { -readonly [key in keyof EmailAuthState]: EmailAuthState[key] }
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
}

/** Asks the frame. @throws BaseError in the product's words */
export type AskFrame = <Type extends RequestType>(
  type: Type,
  payload: RequestPayload<Type>,
  signal?: AbortSignal,
) => Promise<RequestReply<Type>>

export interface EmbeddedWallet {
  connect(request: ConnectRequest): Promise<Connection>
  restore(request: ConnectRequest): Promise<Connection | undefined>
  connectEmail(email: string): Promise<EmailAction>
  connectDevice(signal: AbortSignal): Promise<void>
  connectOtp(otp: string): Promise<void>
  exportKey(signal?: AbortSignal): Promise<void>
  placeFrame(place: FramePlace): () => void
  dismissFrame(): void
}

/** The part of email login that is loaded on first use: the frame, and what is asked of it. */
export function createEmbeddedWallet(options: EmbeddedWalletOptions): EmbeddedWallet {
  const { app, clock, navigation, state, storage } = options
  /** Requests that a person works on in the frame. Aborted when the frame is dismissed. */
  const shown = new Set<AbortController>()
  const onEnded = new Set<() => void>()
  let places: readonly FramePlace[] = []
  let quiet: AbortController | undefined

  const link = createFrameLink({ frameUrl: options.frameUrl, clock, onEvent, onMade: introduce })
  options.signal.addEventListener('abort', () => link.close(), { once: true })

  const ask: AskFrame = async (type, payload, signal) => {
    try {
      return await link.request(type, payload, signal)
    } catch (error) {
      const known = walletErrorFrom(error)
      options.log.debug(`The wallet’s frame did not answer "${type}".`, error)
      throw known
    }
  }

  function introduce(): void {
    const { name, description, url, icons } = app.metadata()
    const metadata = {
      name: name.slice(0, 200),
      description: description.slice(0, 1000),
      url,
      icons: icons.slice(0, 8),
    }
    const told = {
      ...(/^https?:/.test(url) ? { metadata } : {}),
      sdkVersion: version,
      sdkType: 'latchkey',
      projectId: options.projectId ?? name.slice(0, 200),
    }
    ask('syncDappData', told, options.signal).catch((error: unknown) =>
      options.log.debug('The wallet’s frame was not told of the app.', error),
    )
  }

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

  function onEvent(event: FrameEvent): void {
    if (event.type === 'view') showView(event.payload.view)
    else if (event.type === 'ready') showView(null)
    else if (event.type === 'session') remember({ token: event.payload.token ?? undefined })
    else if (event.type === 'disconnected') endAll()
  }

  function remember(change: { readonly [key in keyof StoredLogin]: StoredLogin[key] | undefined }): void {
    const entries = Object.entries({ ...storage.read(storedLogin), ...change })
    storage.write(storedLogin, Object.fromEntries(entries.filter(([, value]) => value !== undefined)))
  }

  function endAll(): void {
    forgetLogin(storage)
    state.user = undefined
    for (const end of [...onEnded]) end()
  }

  function dismissFrame(): void {
    for (const controller of [...shown]) controller.abort(new FrameError('aborted'))
  }

  /** Runs what a person may have to work on in the frame; dismissing the frame ends it. */
  async function withPerson<T>(
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
  }

  const approvals = createApprovals({ ...options, ask: link.request })
  const open = (request: ConnectRequest, signal: AbortSignal) =>
    openEmbeddedConnection({
      ...options,
      request,
      signal,
      ask,
      approvals,
      remember,
      onEnded,
      async signOut() {
        forgetLogin(storage)
        state.user = undefined
        await ask('signOut', undefined)
      },
    })

  // A view of the frame that was left, by whatever way, is given up.
  const stop = subscribe(navigation.state, () => {
    const { entries } = navigation.state
    if (state.frameView === null || state.frameView === 'approve') return
    if (!entries.some(({ name }) => name === EmbeddedWalletRoute.name)) dismissFrame()
  })
  options.signal.addEventListener('abort', stop, { once: true })

  return {
    async connect(request) {
      const { isConnected } = await ask('isConnected', tokenOf(storage), request.signal)
      if (!isConnected) {
        endAll()
        throw new BaseError('Log in by email first.', { code: 'EMAIL_LOGIN_NEEDED' })
      }
      return withPerson(request.signal, (signal) => open(request, signal))
    },
    async restore(request) {
      const { isConnected } = await ask('isConnected', tokenOf(storage), request.signal)
      if (!isConnected) {
        endAll()
        return undefined
      }
      // Nothing is asked of a person who only loaded the page again.
      quiet = new AbortController()
      try {
        return await open(request, AbortSignal.any([request.signal, quiet.signal]))
      } finally {
        quiet = undefined
      }
    },
    async connectEmail(given) {
      const email = given.trim()
      const wait = secondsUntilNextEmail(storage.read(storedEmailTime), clock.now())
      if (wait > 0) throw emailThrottled(wait)
      storage.write(storedEmailTime, clock.now())
      try {
        const { action } = await ask('connectEmail', { email })
        if (action === 'CONNECT') storage.remove(storedEmailTime)
        state.pendingEmail = email
        return action
      } catch (error) {
        // No mail was sent, as far as is known: the next try is not held up by it.
        if (!(error instanceof BaseError) || error.code !== 'EMAIL_THROTTLED') storage.remove(storedEmailTime)
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
      await ask('connectOtp', { otp })
      storage.remove(storedEmailTime)
      remember({ email: state.pendingEmail })
    },
    exportKey: (signal) =>
      withPerson(signal, async (own) => {
        await ask('exportKey', undefined, own)
      }),
    placeFrame(place) {
      places = [...places, place]
      placeShown()
      return () => {
        places = places.filter((other) => other !== place)
        placeShown()
      }
    },
    dismissFrame,
  }
}

function tokenOf(storage: StorageService): { readonly token?: string } {
  const token = storage.read(storedLogin)?.token
  return token === undefined ? {} : { token }
}

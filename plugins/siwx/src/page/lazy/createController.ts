import {
  type AccountId,
  activeAddressMissing,
  authenticationFailed,
  BaseError,
  type Clock,
  ConnectRoute,
  isKernelError,
  isUserRejection,
  type LogService,
  messageOf,
  type NamespaceContribution,
  type NamespaceId,
  type NavigationService,
  type NetworksService,
  type NotificationsService,
  parseAccountId,
  type PluginContext,
  type SessionService,
  signatureDeclined,
  smartAccountsUnsupported,
  type TimerHandle,
  unsupportedChain,
} from '@latchkey/kernel/plugin'
import type { WritableState } from '../createState.js'
import { isExpired } from './pageSessions.js'
import {
  SiwxCancelClicked,
  SiwxFailed,
  type SiwxService,
  SiwxSignClicked,
  SiwxSignedOut,
  SiwxSignMessageRoute,
  SiwxSucceeded,
} from '../SiwxService.js'
import type { SiwxSession, SiwxSessionRecord, SiwxStorageService } from '../SiwxStorage.js'
import { readTarget, type Target } from './Target.js'

const longestTimer = 2_147_483_647

export interface ControllerTools {
  readonly required: boolean
  readonly state: WritableState
  readonly signOutOnAccountChange: boolean
  readonly signOutOnNetworkChange: boolean
  readonly session: SessionService
  readonly networks: NetworksService
  readonly navigation: NavigationService
  readonly notifications: NotificationsService
  readonly clock: Clock
  readonly log: LogService
  readonly emit: PluginContext['emit']
  readonly storage: SiwxStorageService
  namespaces(): readonly NamespaceContribution[]
  /** Asks the wallet. */
  signIn(target: Target): Promise<SiwxSession>
  /** Makes an earlier account and network active again; false when that is not possible. */
  goBack(target: Target): Promise<boolean>
}

export interface Controller extends Omit<SiwxService, 'state' | 'status'> {
  /** Starts to follow the storage and whoever is connected. */
  begin(): void
  /** Works out anew who is to be signed in. Cheap when nothing changed. */
  update(): void
  /** The modal closed on a view. */
  closed(view: string): void
  /** Why the modal may not be left now, if it may not. */
  refuse(view: string): string | undefined
  /** Ends sessions of accounts whose wallet is gone. */
  forget(namespaces: readonly NamespaceId[]): Promise<void>
  /** Tells a person and the developer what went wrong. */
  report(error: unknown, target?: Target): BaseError
  dispose(): void
}

export function createController(tools: ControllerTools): Controller {
  const { required, session, networks, navigation, notifications, clock, log, emit, storage, state } = tools
  let target: Target | undefined
  let lastSigned: Target | undefined
  let dismissed: AccountId | undefined
  let attempt: AbortController | undefined
  let running: Promise<boolean> | undefined
  let reads = 0
  let timer: TimerHandle | undefined
  let unwatch: (() => void) | undefined

  const view = SiwxSignMessageRoute.name
  const shown = () => navigation.state.entries.at(-1)?.name
  const facts = ({ networkId, account }: Target) => ({
    networkId,
    isSmartAccount: account.kind === 'smartAccount',
  })

  function isSame(one: AccountId, other: AccountId): boolean {
    const left = parseAccountId(one)
    const right = parseAccountId(other)
    if (!left || left.networkId !== right?.networkId) return false
    return left.address === right.address || isSameAddress(left.namespace, left.address, right.address)
  }

  const isSameAddress = (id: NamespaceId, one: string, other: string) =>
    tools
      .namespaces()
      .find((namespace) => namespace.id === id)
      ?.isSameAddress(one, other) ?? one === other

  const isSigned = (id: AccountId) =>
    state.sessions.some((record) => isSame(record.accountId, id) && !isExpired(record.expirationTime, clock))

  function ask(): void {
    if (!target || dismissed === target.id || shown() === view || !navigation.draws(view)) return
    navigation.reset(SiwxSignMessageRoute)
  }

  function leave(): void {
    if (shown() === view) navigation.close({ force: true })
  }

  function callOff(): void {
    attempt?.abort()
    attempt = undefined
    running = undefined
    if (state.phase === 'signing') state.phase = 'idle'
  }

  /** Notes what is signed in, and asks whoever is not. */
  function apply(records: readonly SiwxSessionRecord[]): void {
    state.sessions = [...records]
    for (const id of Object.keys(state.statuses) as AccountId[]) {
      if (/^signed/.test(state.statuses[id] ?? ''))
        state.statuses[id] = isSigned(id) ? 'signedIn' : 'signedOut'
    }
    expire(records)
    const own = target
    if (!own?.supported) return
    state.statuses[own.id] = isSigned(own.id) ? 'signedIn' : 'signedOut'
    if (state.statuses[own.id] === 'signedOut') return ask()
    lastSigned = own
    callOff()
    leave()
  }

  /** Reads again when the first of the sessions has ended. */
  function expire(records: readonly SiwxSessionRecord[]): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    const ends = records.map(({ expirationTime }) => Date.parse(expirationTime ?? '')).filter(Number.isFinite)
    const next = Math.min(...ends.filter((end) => end > clock.now()))
    timer = Number.isFinite(next)
      ? clock.setTimeout(check, Math.min(next - clock.now(), longestTimer))
      : undefined
  }

  function unavailable(cause: unknown): void {
    const own = target
    if (own) state.statuses[own.id] = 'unavailable'
    state.error = authenticationFailed(cause)
    log.error('Sign-in sessions could not be read.', cause)
    notifications.showSnackbar(state.error.shortMessage, { variant: 'error' })
    if (!required || !own) return
    if (navigation.draws(ConnectRoute.name)) navigation.reset(ConnectRoute)
    void end(own)
  }

  async function end({ namespace }: Target): Promise<void> {
    try {
      await session.disconnect({ namespace })
    } catch (error) {
      log.warn('The wallet did not confirm the disconnection.', error)
    }
  }

  function check(): void {
    const own = target
    if (!own?.supported) return
    if (storage.covers?.(own.networkId) === false) {
      state.statuses[own.id] = 'notNeeded'
      return leave()
    }
    state.statuses[own.id] ??= 'checking'
    reads += 1
    const read = reads
    try {
      const answer = storage.list()
      if (!('then' in answer)) return apply(answer)
      answer.then(
        (records) => read === reads && apply(records),
        (error: unknown) => read === reads && unavailable(error),
      )
    } catch (error) {
      unavailable(error)
    }
  }

  async function remove(accountIds: readonly AccountId[] | undefined): Promise<void> {
    const ended = accountIds ?? state.sessions.map(({ accountId }) => accountId)
    await storage.remove(accountIds)
    emit(SiwxSignedOut, { accountIds: ended })
    check()
  }

  /** Ends what the older configuration ends when an account or a network is left. */
  function isLeft(previous: Target, next: Target): boolean {
    if (previous.namespace !== next.namespace) return false
    const same = isSameAddress(next.namespace, previous.account.address, next.account.address)
    return same
      ? tools.signOutOnNetworkChange && previous.networkId !== next.networkId
      : tools.signOutOnAccountChange
  }

  function report(error: unknown, own?: Target): BaseError {
    const told = isUserRejection(error)
      ? signatureDeclined(error)
      : own?.account.kind === 'smartAccount'
        ? smartAccountsUnsupported(error)
        : isKernelError(error)
          ? error
          : signInFailed(error)
    log.warn('Signing in failed.', error)
    state.error = told
    notifications.showSnackbar(told.shortMessage, { variant: 'error' })
    return told
  }

  async function run(own: Target): Promise<boolean> {
    const ownAttempt = new AbortController()
    const { signal } = ownAttempt
    attempt = ownAttempt
    state.phase = 'signing'
    state.error = undefined
    notifications.hideSnackbar()
    emit(SiwxSignClicked, facts(own))
    try {
      const signed = await untilAborted(tools.signIn(own), signal)
      await untilAborted(storage.add([signed]), signal)
      const records = await untilAborted(Promise.resolve(storage.list()), signal)
      reads += 1
      if (!records.some(({ accountId }) => isSame(accountId, own.id))) throw signInNotKept()
      emit(SiwxSucceeded, facts(own))
      apply(records)
      return true
    } catch (error) {
      if (signal.aborted) return false
      emit(SiwxFailed, { ...facts(own), code: report(error, own).code })
      ask()
      return false
    } finally {
      if (attempt === ownAttempt) callOff()
    }
  }

  const controller: Controller = {
    async sign() {
      if (!target) throw activeAddressMissing()
      if (!target.supported) throw unsupportedChain()
      if (['signedIn', 'notNeeded'].includes(state.statuses[target.id] ?? '')) return true
      if (state.phase === 'cancelling') return false
      running ??= run(target)
      return running
    },
    async cancel() {
      const own = target
      if (!own || state.statuses[own.id] === 'signedIn') return leave()
      emit(SiwxCancelClicked, facts(own))
      const isSecond = state.phase === 'cancelling'
      callOff()
      if (required) {
        state.phase = 'cancelling'
        const before = lastSigned && !isSecond && isSigned(lastSigned.id) ? lastSigned : undefined
        const isBack = before !== undefined && (await tools.goBack(before))
        // The wallet may have answered after a second thought had ended it all.
        if (!isBack && target?.id === own.id) await end(own)
        state.phase = 'idle'
      } else {
        dismissed = own.id
      }
      leave()
    },
    async signOut(accountId) {
      callOff()
      if (!required) dismissed = target?.id
      await remove(accountId && [accountId])
    },
    async getSessions() {
      const records = await storage.list()
      reads += 1
      apply(records)
      return records
    },
    begin() {
      unwatch = storage.watch?.(check)
      controller.update()
    },
    update() {
      const next = readTarget(session, networks)
      const previous = target
      target = next
      if (
        next?.id === previous?.id &&
        next?.connectionId === previous?.connectionId &&
        next?.supported === previous?.supported
      )
        return
      callOff()
      dismissed = undefined
      state.error = undefined
      state.accountId = next?.id
      if (!next) {
        lastSigned = undefined
        return leave()
      }
      if (!next.supported) {
        state.statuses[next.id] = 'unsupported'
        return leave()
      }
      if (previous?.supported && isLeft(previous, next)) {
        remove([previous.id]).catch(unavailable)
      } else check()
    },
    closed(name) {
      if (name !== view || !target || state.phase === 'cancelling') return
      if (state.statuses[target.id] === 'signedOut') dismissed = target.id
      callOff()
    },
    refuse(name) {
      if (!required || state.phase === 'cancelling' || !target?.supported) return undefined
      if (name !== view && name !== 'ApproveTransaction') return undefined
      if (state.statuses[target.id] !== 'signedOut') return undefined
      return 'This app needs you to sign in. To leave without signing, cancel.'
    },
    async forget(namespaces) {
      const isConnected = (id: AccountId) => {
        const parts = parseAccountId(id)
        return session.state.connections.some((connection) =>
          connection.accounts.some(
            ({ namespace, address }) =>
              namespace === parts?.namespace && isSameAddress(namespace, address, parts.address),
          ),
        )
      }
      const gone = (await storage.list())
        .map(({ accountId }) => accountId)
        .filter((id) => namespaces.includes(parseAccountId(id)?.namespace ?? '') && !isConnected(id))
      if (gone.length > 0) await remove(gone)
      state.sessions = state.sessions.filter(({ accountId }) => !gone.includes(accountId))
    },
    report,
    dispose() {
      callOff()
      unwatch?.()
      if (timer !== undefined) clock.clearTimeout(timer)
    },
  }
  return controller
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

function signInFailed(cause: unknown): BaseError {
  return new BaseError(`Signing in failed: ${messageOf(cause)}`, { code: 'SIWX_SIGN_IN_FAILED', cause })
}

function signInNotKept(): BaseError {
  return new BaseError(
    'You signed, but the session was not kept. Allow cookies for this page and try again.',
    {
      code: 'SIWX_SESSION_NOT_KEPT',
    },
  )
}

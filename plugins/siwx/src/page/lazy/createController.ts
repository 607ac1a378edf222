import {
  errorWords,
  type AccountId,
  activeAddressMissing,
  ApproveTransactionRoute,
  authenticationFailed,
  type BaseError,
  type Clock,
  ConnectRoute,
  type LogService,
  type NamespaceId,
  type NavigationService,
  type NotificationsService,
  type PluginContext,
  type SessionService,
  unsupportedChain,
  type WalletsService,
  type Words,
} from '@latchkey/kernel/plugin'
import type { WritableState } from '../createState.js'
import { SiwxCancelClicked, type SiwxService, SiwxSignedOut } from '../SiwxService.js'
import type { SiwxSession, SiwxSessionRecord, SiwxStorageService } from '../SiwxStorage.js'
import { accountIdentity } from './accountIdentity.js'
import { createAttempts } from './createAttempts.js'
import { createSessionReader, type SessionReader } from './createSessionReader.js'
import { createSignView, isSignView } from './createSignView.js'
import { explainFailure } from './explainFailure.js'
import { goneAccounts } from './goneAccounts.js'
import { isExpired } from './pageSessions.js'
import { factsOf, readTarget, type Target } from './Target.js'

export interface ControllerTools {
  readonly required: boolean
  readonly state: WritableState
  readonly signOutOnAccountChange: boolean
  readonly signOutOnNetworkChange: boolean
  readonly session: SessionService
  readonly navigation: NavigationService
  readonly notifications: NotificationsService
  readonly clock: Clock
  readonly log: LogService
  readonly emit: PluginContext['emit']
  readonly storage: SiwxStorageService
  readonly wallets: WalletsService
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
  refuse(view: string): Words | undefined
  /** Ends sessions of accounts whose wallet is gone. */
  forget(namespaces: readonly NamespaceId[]): Promise<void>
  /** Tells a person and the developer what went wrong. */
  report(error: unknown, target?: Target): BaseError
  dispose(): void
}

/** Decides who is to be signed in, and when to ask. The parts it is made of each know one thing and not each other. */
export function createController(tools: ControllerTools): Controller {
  const { required, session, navigation, notifications, clock, log, emit, storage, state } = tools
  const identity = accountIdentity(tools.wallets)
  const view = createSignView(navigation)
  let target: Target | undefined
  let lastSigned: Target | undefined
  let reader: SessionReader | undefined

  const isSigned = (id: AccountId) =>
    state.sessions.some(
      (record) => identity.isSameAccount(record.accountId, id) && !isExpired(record.expirationTime, clock),
    )

  const attempts = createAttempts({
    state,
    storage,
    emit,
    signIn: tools.signIn,
    isSigned: (records, { id }) => records.some((record) => identity.isSameAccount(record.accountId, id)),
    onStart: () => notifications.hideSnackbar(),
    onSigned: (records) => reader?.take(records),
    onFailed(error, own) {
      const told = report(error, own)
      view.ask(own.id)
      return told
    },
  })

  /** Notes what is signed in, and asks whoever is not. */
  function apply(records: readonly SiwxSessionRecord[]): void {
    state.sessions = [...records]
    for (const id of Object.keys(state.statuses) as AccountId[]) {
      if (/^signed/.test(state.statuses[id] ?? ''))
        state.statuses[id] = isSigned(id) ? 'signedIn' : 'signedOut'
    }
    if (!target?.supported) return
    const { id } = target
    state.statuses[id] = isSigned(id) ? 'signedIn' : 'signedOut'
    if (state.statuses[id] === 'signedOut') return view.ask(id)
    lastSigned = target
    attempts.callOff()
    view.leave()
  }

  function unavailable(cause: unknown): void {
    const own = target
    if (own) state.statuses[own.id] = 'unavailable'
    state.error = authenticationFailed(cause)
    log.error('Sign-in sessions could not be read.', cause)
    notifications.showSnackbar(errorWords(state.error), { variant: 'error' })
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
    if (!target?.supported) return
    if (storage.covers?.(target.networkId) === false) {
      state.statuses[target.id] = 'notNeeded'
      return view.leave()
    }
    state.statuses[target.id] ??= 'checking'
    reader?.read()
  }

  async function remove(accountIds: readonly AccountId[] | undefined): Promise<void> {
    const ended = accountIds ?? state.sessions.map(({ accountId }) => accountId)
    await storage.remove(accountIds)
    emit(SiwxSignedOut, { accountIds: ended })
    check()
  }

  /** Whether the session of what was left ends. */
  function endsWhenLeft(previous: Target, next: Target): boolean {
    if (previous.namespace !== next.namespace) return false
    const same = identity.isSameAddress(next.namespace, previous.account.address, next.account.address)
    return same
      ? tools.signOutOnNetworkChange && previous.networkId !== next.networkId
      : tools.signOutOnAccountChange
  }

  function follow(previous: Target | undefined, next: Target | undefined): void {
    attempts.callOff()
    view.dismiss(undefined)
    state.error = undefined
    state.accountId = next?.id
    if (!next?.supported) {
      if (next) state.statuses[next.id] = 'unsupported'
      else lastSigned = undefined
      return view.leave()
    }
    if (previous?.supported && endsWhenLeft(previous, next)) remove([previous.id]).catch(unavailable)
    else check()
  }

  function report(error: unknown, own?: Target): BaseError {
    const told = explainFailure(error, own?.account.kind === 'smartAccount')
    log.warn('Signing in failed.', error)
    state.error = told
    notifications.showSnackbar(errorWords(told), { variant: 'error' })
    return told
  }

  /** Back to what was signed before, or else without the wallet. */
  async function withdraw(own: Target, isSecond: boolean): Promise<void> {
    state.phase = 'cancelling'
    const before = lastSigned && !isSecond && isSigned(lastSigned.id) ? lastSigned : undefined
    const isBack = before !== undefined && (await tools.goBack(before))
    // The wallet may have answered after a second thought had ended it all.
    if (!isBack && target?.id === own.id) await end(own)
    state.phase = 'idle'
  }

  const controller: Controller = {
    async sign() {
      if (!target) throw activeAddressMissing()
      if (!target.supported) throw unsupportedChain()
      if (['signedIn', 'notNeeded'].includes(state.statuses[target.id] ?? '')) return true
      if (state.phase === 'cancelling') return false
      return attempts.run(target)
    },
    async cancel() {
      const own = target
      if (!own || state.statuses[own.id] === 'signedIn') return view.leave()
      emit(SiwxCancelClicked, factsOf(own))
      const isSecond = state.phase === 'cancelling'
      attempts.callOff()
      if (required) await withdraw(own, isSecond)
      else view.dismiss(own.id)
      view.leave()
    },
    async signOut(accountId) {
      attempts.callOff()
      if (!required) view.dismiss(target?.id)
      await remove(accountId && [accountId])
    },
    async getSessions() {
      const records = await storage.list()
      reader?.take(records)
      return records
    },
    begin() {
      reader = createSessionReader({
        storage,
        clock,
        onRecords: apply,
        onFailure: unavailable,
        onChange: check,
      })
      controller.update()
    },
    update() {
      const next = readTarget(tools.wallets.active())
      const previous = target
      target = next
      const isSame = (['id', 'connectionId', 'supported'] as const).every(
        (name) => next?.[name] === previous?.[name],
      )
      if (!isSame) follow(previous, next)
    },
    closed(name) {
      if (!isSignView(name) || !target || state.phase === 'cancelling') return
      if (state.statuses[target.id] === 'signedOut') view.dismiss(target.id)
      attempts.callOff()
    },
    refuse(name) {
      if (!required || state.phase === 'cancelling' || !target?.supported) return undefined
      if (!isSignView(name) && name !== ApproveTransactionRoute.name) return undefined
      if (state.statuses[target.id] !== 'signedOut') return undefined
      return {
        section: 'siwx',
        key: 'required',
        text: 'This app requires sign-in. Cancel to disconnect.',
      }
    },
    async forget(namespaces) {
      const gone = goneAccounts(await storage.list(), namespaces, session, identity)
      if (gone.length > 0) await remove(gone)
      state.sessions = state.sessions.filter(({ accountId }) => !gone.includes(accountId))
    },
    report,
    dispose() {
      attempts.callOff()
      reader?.dispose()
    },
  }
  return controller
}

import {
  type BaseError,
  type Clock,
  errorWords,
  type LogService,
  type NamespaceId,
  type PluginContext,
  type Words,
} from '@latchkey/kernel/plugin'
import { activeAddressMissing } from '../siwxErrors.js'
import {
  ApproveTransactionRoute,
  type NavigationService,
  type NotificationsService,
  type SessionService,
  unsupportedChain,
  type WalletsService,
} from '@latchkey/kernel/wallet'
import type { WritableState } from '../createState.js'
import { SiwxCancelClicked, type SiwxService } from '../SiwxService.js'
import type { SiwxSession, SiwxStorageService } from '../SiwxStorage.js'
import { type AccountIdentity, accountIdentity } from './accountIdentity.js'
import { createAccountSessions, disconnect } from './createAccountSessions.js'
import { createAttempts } from './createAttempts.js'
import { createSignView, isSignView } from './createSignView.js'
import { explainFailure } from './explainFailure.js'
import { signedInWords } from './signedInWords.js'
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

export interface SiwxController extends Omit<SiwxService, 'state' | 'status'> {
  /** Starts to follow the storage and the connected wallets. */
  begin(): void
  /** Works out again which account is to be signed in. Cheap when nothing changed. */
  update(): void
  /** The modal closed on a view. */
  closed(view: string): void
  /** Why the modal may not be left now, if it may not. */
  refuse(view: string): Words | undefined
  /** Ends sessions of accounts whose wallet is gone. */
  forget(namespaces: readonly NamespaceId[]): Promise<void>
  /** Tells the user and the developer what went wrong. */
  report(error: unknown, target?: Target): BaseError
  dispose(): void
}

/** How long it is said who signed in, milliseconds: three facts take longer to read than one. */
const signedInTime = 6_000

/** Decides which account is to be signed in, and when to ask. */
export function createSiwxController(tools: ControllerTools): SiwxController {
  const { storage, state } = tools
  const parts = createParts(tools)
  const { current, view, sessions, attempts } = parts

  const controller: SiwxController = {
    async sign() {
      const { target } = current
      if (!target) throw activeAddressMissing()
      if (!target.supported) throw unsupportedChain()
      if (['signedIn', 'notNeeded'].includes(state.statuses[target.id] ?? '')) return true
      if (state.phase === 'cancelling') return false
      return attempts.run(target)
    },
    cancel: () => cancelSignIn(tools, parts),
    async signOut(accountId) {
      attempts.callOff()
      if (!tools.required) view.dismiss(current.target?.id)
      await sessions.remove(accountId && [accountId])
    },
    async getSessions() {
      const records = await storage.list()
      sessions.take(records)
      return records
    },
    begin() {
      sessions.begin()
      controller.update()
    },
    update: () => updateTarget(tools, parts),
    closed(name) {
      const { target } = current
      if (!isSignView(name) || !target || state.phase === 'cancelling') return
      if (state.statuses[target.id] === 'signedOut') view.dismiss(target.id)
      attempts.callOff()
    },
    refuse: (name) => refuseLeaving(tools, current.target, name),
    forget: sessions.forget,
    report(error, own) {
      const told = reportFailure(tools, error, own)
      tellFailure(tools, told, view.isShown())
      return told
    },
    dispose() {
      attempts.callOff()
      sessions.dispose()
    },
  }
  return controller
}

/** What the parts know together. */
interface Current {
  target: Target | undefined
  lastSigned: Target | undefined
}

type Parts = ReturnType<typeof createParts>

function createParts(tools: ControllerTools) {
  const { notifications, emit, storage, state } = tools
  const identity = accountIdentity(tools.wallets)
  const view = createSignView(tools.navigation)
  const current: Current = { target: undefined, lastSigned: undefined }
  const sessions = createAccountSessions({
    tools,
    identity,
    view,
    target: () => current.target,
    onSigned(target) {
      current.lastSigned = target
      attempts.callOff()
    },
  })
  const attempts = createAttempts({
    state,
    storage,
    emit,
    signIn: tools.signIn,
    isSigned: (records, { id }) => records.some((record) => identity.isSameAccount(record.accountId, id)),
    onStart: () => notifications.hideSnackbar(),
    onSigned(records, own) {
      sessions.take(records)
      const { id, networkId } = own
      const record = records.find(({ accountId }) => identity.isSameAccount(accountId, id))
      // The view has closed, as the specification has it: the page says what came of it.
      const network = tools.wallets.namespace(networkId)?.networks.find((one) => one.id === networkId)
      const words = signedInWords(own, network?.name, record?.expirationTime)
      notifications.toast(words, { type: 'success', duration: signedInTime })
    },
    onFailed(error, own) {
      const told = reportFailure(tools, error, own)
      view.ask(own.id)
      tellFailure(tools, told, view.isShown())
      return told
    },
  })
  return { identity, view, current, sessions, attempts }
}

function updateTarget(tools: ControllerTools, parts: Parts): void {
  const { current } = parts
  const next = readTarget(tools.wallets.active())
  const previous = current.target
  current.target = next
  const isSame = (['id', 'connectionId', 'supported'] as const).every(
    (name) => next?.[name] === previous?.[name],
  )
  if (!isSame) followTarget(tools, parts, previous)
}

function followTarget(
  tools: ControllerTools,
  { current, identity, view, sessions, attempts }: Parts,
  previous: Target | undefined,
): void {
  const { state } = tools
  const { target } = current
  attempts.callOff()
  view.dismiss(undefined)
  state.error = undefined
  state.accountId = target?.id
  if (!target?.supported) {
    if (target) state.statuses[target.id] = 'unsupported'
    else current.lastSigned = undefined
    return view.leave()
  }
  if (previous?.supported && endsWhenLeft(tools, identity, previous, target))
    sessions.remove([previous.id]).catch(sessions.fail)
  else sessions.check()
}

/** Whether the session of the account or network that was left ends. */
function endsWhenLeft(
  { signOutOnAccountChange, signOutOnNetworkChange }: ControllerTools,
  identity: AccountIdentity,
  previous: Target,
  next: Target,
): boolean {
  if (previous.namespace !== next.namespace) return false
  const same = identity.isSameAddress(next.namespace, previous.account.address, next.account.address)
  return same ? signOutOnNetworkChange && previous.networkId !== next.networkId : signOutOnAccountChange
}

async function cancelSignIn(tools: ControllerTools, parts: Parts): Promise<void> {
  const { required, state, emit } = tools
  const { current, view, attempts } = parts
  const own = current.target
  if (!own || state.statuses[own.id] === 'signedIn') return view.leave()
  emit(SiwxCancelClicked, factsOf(own))
  const isSecond = state.phase === 'cancelling'
  attempts.callOff()
  if (required) await withdraw(tools, parts, own, isSecond)
  else view.dismiss(own.id)
  view.leave()
}

/** Back to the account or network that was signed in before, or else without the wallet. */
async function withdraw(
  tools: ControllerTools,
  { current, sessions }: Parts,
  own: Target,
  isSecond: boolean,
): Promise<void> {
  const { state } = tools
  const { lastSigned } = current
  state.phase = 'cancelling'
  const before = lastSigned && !isSecond && sessions.isSigned(lastSigned.id) ? lastSigned : undefined
  const isBack = before !== undefined && (await tools.goBack(before))
  // The wallet may have answered after a second cancel has disconnected it.
  if (!isBack && current.target?.id === own.id) await disconnect(tools, own)
  state.phase = 'idle'
}

function refuseLeaving(
  { required, state }: ControllerTools,
  target: Target | undefined,
  view: string,
): Words | undefined {
  if (!required || state.phase === 'cancelling' || !target?.supported) return undefined
  if (!isSignView(view) && view !== ApproveTransactionRoute.name) return undefined
  if (state.statuses[target.id] !== 'signedOut') return undefined
  return {
    section: 'siwx',
    key: 'required',
    text: 'This app requires sign-in. Cancel to disconnect.',
  }
}

function reportFailure({ log, state }: ControllerTools, error: unknown, own?: Target): BaseError {
  const told = explainFailure(error, own?.account.kind === 'smartAccount')
  log.warn('Signing in failed.', error)
  state.error = told
  return told
}

/** What the view on screen says in its own place, and keeps saying, is not said again over it. */
function tellFailure({ notifications }: ControllerTools, told: BaseError, isViewShown: boolean): void {
  if (isViewShown && !saidBySnackbar.includes(told.code)) return
  notifications.showSnackbar(errorWords(told), { variant: 'error' })
}

/** A choice of the person's, which needs no lasting words, and what the specification has the snackbar say. */
const saidBySnackbar: readonly string[] = ['SIGNATURE_DECLINED', 'SMART_ACCOUNTS_UNSUPPORTED']

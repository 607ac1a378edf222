import type { AccountId } from '@latchkey/kernel/contracts'
import { errorWords, type NamespaceId } from '@latchkey/kernel/plugin'
import { authenticationFailed } from '../siwxErrors.js'
import { ConnectRoute } from '@latchkey/kernel/wallet'
import { SiwxSignedOut } from '../SiwxService.js'
import type { SiwxSessionRecord } from '../SiwxStorage.js'
import type { AccountIdentity } from './accountIdentity.js'
import { createSessionReader, type SessionReader } from './createSessionReader.js'
import type { SignView } from './createSignView.js'
import type { ControllerTools } from './createSiwxController.js'
import { goneAccounts } from './goneAccounts.js'
import { isExpired } from './pageSessions.js'
import { isWatched, type Target } from './Target.js'

export interface AccountSessionsOptions {
  readonly tools: ControllerTools
  readonly identity: AccountIdentity
  readonly view: SignView
  /** The active account on the active network. */
  target(): Target | undefined
  /** The active account is signed in. */
  onSigned(target: Target): void
}

/** Which accounts are signed in, as the storage says. */
export interface AccountSessions {
  /** Starts to follow the storage. */
  begin(): void
  isSigned(id: AccountId): boolean
  /** Notes a list that was just read. */
  take(records: readonly SiwxSessionRecord[]): void
  /** Reads whether the active account is signed in, where the storage covers its network. */
  check(): void
  /** Ends sessions, all of them without ids. */
  remove(accountIds: readonly AccountId[] | undefined): Promise<void>
  /** Ends sessions of accounts whose wallet is gone. */
  forget(namespaces: readonly NamespaceId[]): Promise<void>
  /** The storage could not be read: with `required` the account is disconnected. */
  fail(cause: unknown): void
  dispose(): void
}

export function createAccountSessions(options: AccountSessionsOptions): AccountSessions {
  const { tools, identity, view } = options
  const { session, clock, emit, storage, state } = tools
  let reader: SessionReader | undefined

  const isSigned = (id: AccountId) =>
    state.sessions.some((record) => identity.isSameAccount(record.accountId, id) && !isOver(record))
  const isOver = ({ expirationTime }: SiwxSessionRecord) => isExpired(expirationTime, clock)
  const fail = (cause: unknown) => failReading(tools, options.target(), cause)
  /** Notes what is signed in, and asks the active account when it is not. */
  function note(records: readonly SiwxSessionRecord[]): void {
    state.sessions = [...records]
    const target = options.target()
    updateStatuses(state, target, isSigned)
    if (!target?.supported) return
    // There is nothing to ask of an account that can't sign, except to leave where signing in is required.
    if (isWatched(target) && !tools.required) return view.leave()
    if (state.statuses[target.id] === 'signedOut') return view.ask(target.id)
    options.onSigned(target)
    view.leave()
  }

  function check(): void {
    const target = options.target()
    if (!target?.supported) return
    if (storage.covers?.(target.networkId) === false) {
      state.statuses[target.id] = 'notNeeded'
      return view.leave()
    }
    // Its address may have signed in by its wallet just before.
    if (isWatched(target)) state.statuses[target.id] = 'signedOut'
    else state.statuses[target.id] ??= 'checking'
    reader?.read()
  }

  async function remove(accountIds: readonly AccountId[] | undefined): Promise<void> {
    const ended = accountIds ?? state.sessions.map(({ accountId }) => accountId)
    await storage.remove(accountIds)
    emit(SiwxSignedOut, { accountIds: ended })
    check()
  }

  return {
    begin() {
      reader = createSessionReader({ storage, clock, onRecords: note, onFailure: fail, onChange: check })
    },
    isSigned,
    take: (records) => reader?.take(records),
    check,
    remove,
    async forget(namespaces) {
      const gone = goneAccounts(await storage.list(), namespaces, session, identity)
      if (gone.length > 0) await remove(gone)
      state.sessions = state.sessions.filter(({ accountId }) => !gone.includes(accountId))
    },
    fail,
    dispose: () => reader?.dispose(),
  }
}

/** Works every status out again. An account that is only looked at is nobody's here, whoever signed for its address. */
function updateStatuses(
  { statuses }: ControllerTools['state'],
  target: Target | undefined,
  isSigned: (id: AccountId) => boolean,
): void {
  const watched = target && isWatched(target) ? target.id : undefined
  const statusOf = (id: AccountId) => (id !== watched && isSigned(id) ? 'signedIn' : 'signedOut')
  for (const id of Object.keys(statuses) as AccountId[]) {
    if (/^signed/.test(statuses[id] ?? '')) statuses[id] = statusOf(id)
  }
  if (target?.supported) statuses[target.id] = statusOf(target.id)
}

function failReading(tools: ControllerTools, target: Target | undefined, cause: unknown): void {
  const { required, state, log, navigation, notifications } = tools
  if (target) state.statuses[target.id] = 'unavailable'
  state.error = authenticationFailed(cause)
  log.error('Sign-in sessions could not be read.', cause)
  notifications.showSnackbar(errorWords(state.error), { variant: 'error' })
  if (!required || !target) return
  if (navigation.draws(ConnectRoute.name)) navigation.reset(ConnectRoute)
  void disconnect(tools, target)
}

export async function disconnect({ session, log }: ControllerTools, { namespace }: Target): Promise<void> {
  try {
    await session.disconnect({ namespace })
  } catch (error) {
    log.warn('The wallet did not confirm the disconnection.', error)
  }
}

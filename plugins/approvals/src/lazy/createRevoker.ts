import { type ActiveWallet, kernelErrorFrom } from '@latchkey/kernel/wallet'
import type { AllowancesAnswer, PreparedCalls, SubmittedCalls } from '@latchkey/kernel/contracts'
import { decisionWords, outcomeOf, submitCalls, tellAskedWalletLeft } from '@latchkey/kernel/transaction'
import type { ApprovalsService, PreparedRevoke, Revoking } from '../ApprovalsService.js'
import { approvalsChanged } from './approvalsChanged.js'
import type { ControllerTools, Reader } from './createController.js'

/** Has wallets take approvals back: one of each account at a time. */
export function createRevoker(
  tools: ControllerTools,
  reader: Reader,
): Pick<ApprovalsService, 'revoke' | 'forget' | 'dismiss'> {
  const { wallets, state, context, clock } = tools
  const revokings = createRevokings(tools)
  const activeId = () => wallets.active()?.accountId

  async function revoke(prepared: PreparedRevoke): Promise<void> {
    const wallet = wallets.active()
    if (!wallet || revokings.of(wallet.accountId)?.phase === 'asking') return
    const ids = prepared.approvals.map(({ id }) => id)
    const put = revokings.start(wallet.accountId, ids)
    const isListed = ids.every((id) => state.approvals.some((one) => one.id === id))
    if (prepared.accountId !== wallet.accountId || !isListed) {
      return put({ phase: 'refused', error: approvalsChanged() })
    }
    put({ phase: 'asking' })
    const stopWatching = tellWhenLeft(tools, wallet)
    const { calls } = prepared
    try {
      const submitted = await submitCalls(calls, {
        ...{ events: context, clock, wallet },
        record: (id) => recordOf(id, calls, wallet),
      })
      put({ phase: 'pending', id: submitted.id })
      void follow(tools, reader, { submitted, wallet, ids, put })
    } catch (cause) {
      const outcome = outcomeOf(cause, calls)
      put({ phase: outcome === 'unknown' ? 'lost' : 'refused', error: kernelErrorFrom(cause) })
      // Of several requests, those before may have been done.
      if (outcome !== 'nothing') void reader.readOf(wallet)
    } finally {
      stopWatching()
    }
  }

  return {
    revoke,
    forget: () => revokings.end(activeId(), (phase) => phase === 'asking'),
    dismiss: () => revokings.hide(activeId(), (phase) => phase !== 'asking'),
  }
}

/** Tells the person once, if the wallet leaves before it has answered. @returns ends it */
function tellWhenLeft({ wallets, notifications }: ControllerTools, wallet: ActiveWallet): () => void {
  const stop = wallets.subscribe(() => {
    if (wallets.find(wallet.target)) return
    stop()
    tellAskedWalletLeft(notifications, wallet.connection.name)
  })
  return stop
}

type Put = (next: Omit<Revoking, 'ids'>) => void
type IsPhase = (phase: Revoking['phase']) => boolean

/** What becomes of the revoking of each account. The state shows that of the active one. */
function createRevokings({ wallets, state, context }: ControllerTools) {
  const all = new Map<string, Revoking>()
  /** The newest revoking of each account: answers to an earlier one are dropped. */
  const current = new Map<string, symbol>()
  let shown: Revoking | undefined

  function show(): void {
    const accountId = wallets.active()?.accountId
    const next = accountId === undefined ? undefined : all.get(accountId)
    if (next === shown) return
    shown = next
    state.revoking = next
  }
  context.defer(wallets.subscribe(show))

  function hide(accountId: string | undefined, isMeant: IsPhase): boolean {
    const found = accountId === undefined ? undefined : all.get(accountId)
    if (accountId === undefined || !found || !isMeant(found.phase)) return false
    all.delete(accountId)
    show()
    return true
  }

  return {
    of: (accountId: string) => all.get(accountId),
    start(accountId: string, ids: readonly string[]): Put {
      const own = Symbol()
      current.set(accountId, own)
      return (next) => {
        if (current.get(accountId) !== own) return
        all.set(accountId, { ...next, ids })
        show()
      }
    },
    /** What becomes of it is shown again. */
    hide: (accountId: string | undefined, isMeant: IsPhase): void => void hide(accountId, isMeant),
    /** Nothing that becomes of it is shown. */
    end(accountId: string | undefined, isMeant: IsPhase): void {
      if (accountId !== undefined && hide(accountId, isMeant)) current.delete(accountId)
    },
  }
}

interface Followed {
  readonly submitted: SubmittedCalls
  readonly wallet: ActiveWallet
  readonly ids: readonly string[]
  readonly put: Put
}

/** A transaction that the chain took has taken nothing back yet: what stands then is read before it is said. */
async function follow(
  { context, log }: ControllerTools,
  reader: Reader,
  { submitted, wallet, ids, put }: Followed,
): Promise<void> {
  const { id } = submitted
  try {
    const decision = await submitted.wait(context.signal)
    if (decision.status === 'confirmed') {
      const phase = standingOf(await reader.readOf(wallet), ids)
      // Anybody can fill the list with approvals: those in question are then asked for by name.
      put({ phase: phase === 'unchecked' ? standingOf(await reader.check(wallet, ids), ids) : phase, id })
      return
    }
    const reason = decisionWords(decision)
    put({ phase: decision.status, id, ...(reason === undefined ? {} : { reason }) })
  } catch (cause) {
    if (context.signal.aborted) return
    log.warn('What came of taking an approval back could not be followed.', cause)
    put({ phase: 'undecided', id, error: kernelErrorFrom(cause) })
  }
  await reader.readOf(wallet)
}

const unlisted: readonly string[] = ['APPROVALS_UNREAD', 'APPROVALS_LEFT_OUT']

function standingOf(
  answer: AllowancesAnswer | undefined,
  ids: readonly string[],
): 'confirmed' | 'stands' | 'unchecked' {
  if (answer?.allowances.some(({ id }) => ids.includes(id))) return 'stands'
  // What couldn't be read, or was left out, may be one of them.
  const isWhole = answer !== undefined && !answer.gaps.some(({ code }) => unlisted.includes(code))
  return isWhole ? 'confirmed' : 'unchecked'
}

const recordOf = (id: string, { fee, steps }: PreparedCalls, { account, networkId }: ActiveWallet) => ({
  id,
  networkId,
  operation: 'revoke',
  status: 'pending' as const,
  from: account.address,
  ...(steps === 1 ? { fee: { ...fee } } : {}),
  transfers: [],
})

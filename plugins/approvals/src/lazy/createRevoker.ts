import type { BaseError } from '@latchkey/kernel/plugin'
import { type ActiveWallet, kernelErrorFrom } from '@latchkey/kernel/wallet'
import type { AllowancesAnswer, PreparedCalls, SubmittedCalls } from '@latchkey/kernel/contracts'
import {
  callsRequest,
  createTransactionFlow,
  followOnce,
  refuseUnaccepted,
} from '@latchkey/kernel/transaction'
import type { ApprovalsService, PreparedRevoke, Revoking } from '../ApprovalsService.js'
import { approvalsChanged } from './approvalsChanged.js'
import type { ControllerTools, Reader } from './createController.js'

/** Has wallets take approvals back: one of each account at a time. */
export function createRevoker(
  tools: ControllerTools,
  reader: Reader,
): Pick<ApprovalsService, 'revoke' | 'forget' | 'dismiss'> {
  const { wallets, context, clock } = tools
  const flow = createTransactionFlow(tools)
  const shown = createRevokings(tools)
  /** With a wallet, or sent: a press that comes late asks for none of it again. */
  const handed = new WeakSet<PreparedRevoke>()
  const activeId = () => wallets.active()?.accountId

  async function ask(wallet: ActiveWallet, ...given: Parameters<ApprovalsService['revoke']>): Promise<void> {
    const [prepared, accepted] = given
    const { approvals, calls } = prepared
    const ids = approvals.map(({ id }) => id)
    const fee = calls.steps === 1 ? { fee: { ...calls.fee } } : {}
    const put: Put = (next) => shown.put(wallet.accountId, { ...next, ...fee, approvals, ids })
    const error = refusalOf(tools, wallet, prepared) ?? refuseUnaccepted(prepared.dangers, accepted)
    if (error) return put({ phase: 'refused', error })
    await flow.ask<SubmittedCalls>(wallet.accountId, {
      ...callsRequest(calls, {
        ...{ events: context, clock, wallets, wallet },
        record: (id) => recordOf(id, calls, wallet),
      }),
      asking() {
        handed.add(prepared)
        put({ phase: 'asking' })
      },
      sent(submitted, isShown) {
        const sentAt = clock.now()
        const putShown: Put = (next) => isShown() && put({ ...next, sentAt })
        putShown({ phase: 'pending', id: submitted.id })
        void follow(tools, reader, { submitted, wallet, ids, put: putShown })
      },
      failed({ cause, outcome, isShown }) {
        handed.delete(prepared)
        if (isShown) put({ phase: outcome === 'unknown' ? 'lost' : 'refused', error: kernelErrorFrom(cause) })
        // Of several requests, those before may have been done.
        if (outcome !== 'nothing') void reader.readOf(wallet)
      },
    })
  }

  return {
    async revoke(prepared, accepted) {
      const wallet = wallets.active()
      if (wallet && !handed.has(prepared))
        await flow.press(wallet.accountId, () => ask(wallet, prepared, accepted))
    },
    forget() {
      const id = activeId()
      if (id !== undefined && shown.remove(id, ({ phase }) => phase === 'asking')) flow.forget(id)
    },
    dismiss() {
      const id = activeId()
      if (id !== undefined) shown.remove(id, ({ phase }) => phase !== 'asking')
    },
  }
}

/** Why what was prepared isn't what the account has now. */
function refusalOf(
  { state }: ControllerTools,
  wallet: ActiveWallet,
  { approvals, accountId }: PreparedRevoke,
): BaseError | undefined {
  const isListed = approvals.every(({ id }) => state.approvals.some((one) => one.id === id))
  return accountId === wallet.accountId && isListed ? undefined : approvalsChanged()
}

type Put = (next: Omit<Revoking, 'ids' | 'approvals' | 'fee'>) => void

/** What becomes of the revoking of each account. The state shows that of the active one. */
function createRevokings({ wallets, state, context }: ControllerTools) {
  const all = new Map<string, Revoking>()
  let shown: Revoking | undefined

  function show(): void {
    const accountId = wallets.active()?.accountId
    const next = accountId === undefined ? undefined : all.get(accountId)
    if (next === shown) return
    shown = next
    state.revoking = next
  }
  context.defer(wallets.subscribe(show))

  return {
    put(accountId: string, next: Revoking): void {
      all.set(accountId, next)
      show()
    },
    /** @returns Whether there was one that is meant. */
    remove(accountId: string, isMeant: (revoking: Revoking) => boolean): boolean {
      const found = all.get(accountId)
      if (!found || !isMeant(found)) return false
      all.delete(accountId)
      show()
      return true
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
  { context: { signal }, log }: ControllerTools,
  reader: Reader,
  { submitted, wallet, ids, put }: Followed,
): Promise<void> {
  await followOnce<'confirmed' | 'stands' | 'unchecked'>(submitted, {
    signal,
    log,
    async confirmed() {
      const phase = standingOf(await reader.readOf(wallet), ids)
      // Anybody can fill the list with approvals: those in question are then asked for by name.
      return phase === 'unchecked' ? standingOf(await reader.check(wallet, ids), ids) : phase
    },
    put(end) {
      put(end)
      if (end.phase === 'failed' || end.phase === 'undecided') void reader.readOf(wallet)
    },
  })
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

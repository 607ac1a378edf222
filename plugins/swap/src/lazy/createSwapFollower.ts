import { Calls, type CallsDecision, type SendDecision, type SubmittedCalls } from '@latchkey/kernel/contracts'
import { decisionWords, inOneTab, tellSettled } from '@latchkey/kernel/transaction'
import { errorWords, type Words } from '@latchkey/kernel/plugin'
import { SwapFailed, SwapSucceeded } from '../events.js'
import { SwapProgressRoute } from '../routes.js'
import { toastWords } from '../toastWords.js'
import type { Allowance } from './createAllowance.js'
import type { Current } from './createPreviewer.js'
import { createPendingSwaps, type PendingSwap, type PendingSwaps } from './pendingSwaps.js'
import type { SwapperTools } from './SwapperTools.js'
import { factsOf, pendingOf, recordOf } from './swapRecords.js'
import { toSwapError } from './toSwapError.js'

/** Waits for the chain's decision on swaps, and tells it: once, however many tabs there are. */
export interface SwapFollower {
  /** Follows what was just sent, and remembers it in case the page is left. */
  follow(held: Current, submitted: SubmittedCalls): void
  /** Takes up what an earlier page sent and did not see decided. Nothing is sent. */
  resume(): void
}

interface Following {
  readonly swap: PendingSwap
  /** `submitCalls` of this page tells activity and balances of it. */
  readonly isOwn: boolean
  open(): Promise<SubmittedCalls>
}

export function createSwapFollower(
  tools: SwapperTools,
  allowance: Allowance,
  settled: (swap: Pick<PendingSwap, 'networkId' | 'address'>) => void,
): SwapFollower {
  const { context, log, clock, storage } = tools
  const pending = createPendingSwaps(storage, clock)
  const taken = new Set<string>()
  const ground: Ground = { tools, allowance, pending, settled }

  function run(following: Following): void {
    const { swap } = following
    const name = `latchkey.swap ${swap.networkId} ${swap.id}`
    if (taken.has(name)) return
    taken.add(name)
    inOneTab(name, context.signal, () => decide(ground, following)).catch((cause: unknown) => {
      if (context.signal.aborted) return
      // It stays remembered: the next page asks again.
      log.warn('The outcome of a swap could not be followed.', cause)
      showEnd(tools, swap, 'undecided', errorWords(toSwapError(cause)))
    })
  }

  return {
    follow(held, submitted) {
      const { id, isBundle, trail } = submitted
      const swap = { ...pendingOf(id, held, clock.now()), ...(isBundle ? { isBundle } : {}) }
      pending.put(swap)
      void trail?.then((told) => {
        const now = pending.find(swap)
        if (told !== undefined && now) pending.put({ ...now, trail: told })
      })
      run({ swap, isOwn: true, open: async () => submitted })
    },
    resume() {
      for (const swap of pending.list()) {
        const open = swap.decision ? undefined : openerOf(tools, swap)
        if (open) run({ swap, isOwn: false, open })
      }
    },
  }
}

interface Ground {
  readonly tools: SwapperTools
  readonly allowance: Allowance
  readonly pending: PendingSwaps
  settled(swap: Pick<PendingSwap, 'networkId' | 'address'>): void
}

async function decide(ground: Ground, following: Following): Promise<void> {
  const { tools, allowance, pending } = ground
  const { context, clock } = tools
  const { swap, isOwn } = following
  const known = pending.find(swap)?.decision
  if (known) {
    // Another tab has told the person and analytics.
    // Its row here would say more than is known, or stand under the wallet's name for several calls, which no history has.
    if (known.isUnclear || swap.isBundle) ground.settled(swap)
    else tell(ground, following, { status: known.status })
    showEnd(tools, swap, known.isUnclear ? 'undecided' : known.status)
    return
  }
  const decision = await (await following.open()).wait(context.signal)
  context.signal.throwIfAborted()
  const { status, reason, outcome } = decision
  const unclear = outcome === undefined ? {} : { isUnclear: true as const }
  pending.put({ ...(pending.find(swap) ?? swap), decision: { status, at: clock.now(), ...unclear } })
  tell(ground, following, decision)
  const facts = factsOf(swap)
  if (status === 'failed')
    context.emit(SwapFailed, { ...facts, message: reason ?? 'The network refused the swap.' })
  else if (outcome === undefined) context.emit(SwapSucceeded, facts)
  if (isOwn && status === 'confirmed' && outcome === undefined) allowance.close()
  // Neither swapped nor still there is said of what the chain can't tell.
  const end = outcome === undefined ? status : 'undecided'
  if (!showEnd(tools, swap, end, decisionWords(decision))) toastDecision(tools, swap, end)
}

function tell(
  { tools, settled }: Ground,
  { swap, isOwn }: Following,
  decision: SendDecision | CallsDecision,
): void {
  const { address } = swap
  if (!isOwn) tellSettled(tools.context, { address, record: recordOf(swap) }, decision)
  settled(swap)
}

/** How the chain is asked for what an earlier page sent. `undefined` while nobody can tell: a wallet is away, or a chain. */
function openerOf({ wallets }: SwapperTools, swap: PendingSwap): (() => Promise<SubmittedCalls>) | undefined {
  const { networkId, address: from, id, isBundle, sentAt, trail } = swap
  const request = { networkId, from, id, sentAt, ...(trail === undefined ? {} : { trail }) }
  if (!isBundle) {
    const follow = wallets.chain(networkId, Calls)?.follow
    return follow && (() => follow(request))
  }
  // Only the wallet that took several calls together knows what became of them.
  const wallet = wallets
    .list()
    .find((one) => one.networkId === networkId && one.contribution.isSameAddress(one.account.address, from))
  const follow = wallet?.use(Calls)?.follow
  return follow && (() => follow(request))
}

/** Puts the end where the swap is shown. @returns Whether it is on screen. */
function showEnd(
  { state, navigation }: SwapperTools,
  { id }: PendingSwap,
  phase: 'confirmed' | 'failed' | 'undecided',
  reason?: Words,
): boolean {
  if (state.transaction?.id !== id) return false
  state.phase = phase
  if (reason !== undefined) state.transaction = { ...state.transaction, reason }
  return navigation.state.entries.at(-1)?.name === SwapProgressRoute.name
}

function toastDecision(
  { notifications }: SwapperTools,
  { sold: { amount } }: PendingSwap,
  end: 'confirmed' | 'failed' | 'undecided',
): void {
  if (end === 'confirmed') notifications.toast(toastWords.swapped(amount), { type: 'success' })
  else if (end === 'undecided') notifications.toast(toastWords.unclear(amount))
  else notifications.toast(toastWords.failed(amount), { type: 'error' })
}

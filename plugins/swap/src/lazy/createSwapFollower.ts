import { Calls, type CallsDecision, type SendDecision, type SubmittedCalls } from '@latchkey/kernel/contracts'
import { createTransactionFollower, decisionWords, tellSettled } from '@latchkey/kernel/transaction'
import { errorWords, type Words } from '@latchkey/kernel/plugin'
import { SwapFailed, SwapSucceeded } from '../events.js'
import { SwapProgressRoute } from '../routes.js'
import { toastWords } from '../toastWords.js'
import type { Allowance } from './createAllowance.js'
import type { Current } from './createPreviewer.js'
import { createPendingSwaps, type PendingSwap } from './pendingSwaps.js'
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

type Decision = SendDecision | CallsDecision

export function createSwapFollower(
  tools: SwapperTools,
  allowance: Allowance,
  settled: (swap: Pick<PendingSwap, 'networkId' | 'address'>) => void,
): SwapFollower {
  const { context, log, clock, storage } = tools
  const { signal } = context

  function tell(swap: PendingSwap, decision: Decision, isOwn: boolean): void {
    // `submitCalls` of this page tells activity and balances by itself.
    if (!isOwn) tellSettled(context, { address: swap.address, record: recordOf(swap) }, decision)
    settled(swap)
  }

  const follower = createTransactionFollower<PendingSwap, SubmittedCalls, Decision>({
    ...{ name: 'swap', pending: createPendingSwaps(storage, clock), signal, clock, log },
    open: (swap) => openerOf(tools, swap),
    withDecision: (swap, { status, outcome }, at) => ({
      ...swap,
      decision: { status, at, ...(outcome === undefined ? {} : { isUnclear: true }) },
    }),
    decided(swap, decision, isOwn) {
      const { status, reason, outcome } = decision
      tell(swap, decision, isOwn)
      const facts = factsOf(swap)
      const message = reason ?? 'The network refused the swap.'
      if (status === 'failed') context.emit(SwapFailed, { ...facts, message })
      else if (outcome === undefined) context.emit(SwapSucceeded, facts)
      if (isOwn && status === 'confirmed' && outcome === undefined) allowance.close()
      // Neither swapped nor still there is said of what the chain can't tell.
      const end = outcome === undefined ? status : 'undecided'
      if (!showEnd(tools, swap, end, decisionWords(decision))) toastDecision(tools, swap, end)
    },
    toldElsewhere(swap, { status, isUnclear }, isOwn) {
      // Its row here would say more than is known, or stand under the wallet's name for several calls, which no history has.
      if (isUnclear || swap.isBundle) settled(swap)
      else tell(swap, { status }, isOwn)
      showEnd(tools, swap, isUnclear ? 'undecided' : status)
    },
    lostSight: (swap, cause) => showEnd(tools, swap, 'undecided', errorWords(toSwapError(cause))),
  })
  return {
    follow(held, submitted) {
      const { id, isBundle } = submitted
      follower.follow({ ...pendingOf(id, held, clock.now()), ...(isBundle ? { isBundle } : {}) }, submitted)
    },
    resume: follower.resume,
  }
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
  { state, navigation, phases }: SwapperTools,
  { id }: PendingSwap,
  phase: 'confirmed' | 'failed' | 'undecided',
  reason?: Words,
): boolean {
  // The next one may be under way, and its phase is its own.
  if (state.transaction?.id !== id || phases.isOpen) return false
  phases.to(phase)
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

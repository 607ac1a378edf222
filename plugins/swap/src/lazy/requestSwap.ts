import { errorWords, isUserRejection } from '@latchkey/kernel/plugin'
import { outcomeOf, type RequestFailure } from '@latchkey/kernel/transaction'
import type { PreparedCalls, SubmittedCalls } from '@latchkey/kernel/contracts'
import { SwapApprovalFailed, SwapFailed, SwapInitiated, SwapRejected } from '../events.js'
import { SwapProgressRoute } from '../routes.js'
import { toastWords } from '../toastWords.js'
import type { Allowance } from './createAllowance.js'
import type { Current, Previewer } from './createPreviewer.js'
import type { SwapFollower } from './createSwapFollower.js'
import type { SwapViews } from './createSwapViews.js'
import { submitSwap } from './submitSwap.js'
import type { SwapperTools } from './SwapperTools.js'
import { factsOf, pendingOf, transactionOf } from './swapRecords.js'
import { toSwapError } from './toSwapError.js'
import { settleUnanswered } from './unansweredSwaps.js'

/** What the steps of a swap share. */
export interface SwapParts {
  readonly tools: SwapperTools
  readonly previewer: Previewer
  readonly views: SwapViews
  readonly allowance: Allowance
  readonly follower: SwapFollower
  /** The wallet has answered: a change of account or network can be taken up. */
  answered(): void
}

/** One swap that a wallet is asked for. */
export interface AskedSwap extends Current {
  /** The swap itself, from when it's handed over: what a failure before that has done moves nothing. */
  handed: PreparedCalls | undefined
  /** Forgets that the wallet was asked, once it has answered. */
  forget(): void
}

/** One swap is confirmed at a time. */
export const swapSubject = 'swap'

/** Opens the wallet for what the checked swap needs next: the allowance, or the swap. */
export function requestSwap(parts: SwapParts, held: Current): Promise<void> {
  const { tools, views } = parts
  const { state, context, wallets, flow, phases } = tools
  const { target } = held.ground
  const asked: AskedSwap = { ...held, handed: undefined, forget: () => {} }
  return flow.ask<SubmittedCalls | undefined>(swapSubject, {
    wallet: {
      name: target.walletName,
      // Once the chain has the allowance, and the preview is made anew, no wallet is asked.
      isThere: () => phases.current !== 'asking' || wallets.find(target) !== undefined,
    },
    view: {
      route: SwapProgressRoute,
      // After an allowance the preview is shown again, or the form where there is none.
      show: () => !phases.isOpen && views.showProgress(),
      leave: views.leaveProgress,
    },
    asking() {
      phases.to('asking', isAboutAllowance(asked) ? 'approving' : 'signing')
      state.error = undefined
      state.notice = undefined
      context.emit(SwapInitiated, factsOf(pendingOf('', held, 0)))
    },
    submit: (isShown) => submitSwap(parts, asked, isShown),
    // An allowance moves nothing, whatever became of it.
    outcomeOf: (cause) => (asked.handed ? outcomeOf(cause, asked.handed) : 'nothing'),
    sent: (submitted, isShown) => submitted && take(parts, asked, submitted, isShown()),
    failed: (failure) => takeFailure(parts, asked, failure),
    answered: parts.answered,
  })
}

function take(
  { tools, previewer, follower }: SwapParts,
  asked: AskedSwap,
  submitted: SubmittedCalls,
  isShown: boolean,
): void {
  const { state, notifications, phases } = tools
  asked.forget()
  settleUnanswered(tools, asked)
  if (isShown) {
    previewer.drop()
    state.transaction = transactionOf(tools, 'swap', submitted.id, asked)
    phases.to('pending')
  } else notifications.toast(toastWords.sentAfterAll, { type: 'success' })
  follower.follow(asked, submitted)
}

function takeFailure(
  { tools, previewer }: SwapParts,
  asked: AskedSwap,
  { cause, outcome, isShown }: RequestFailure,
): void {
  tellFailure(tools, asked, cause)
  if (outcome === 'nothing') asked.forget()
  if (!isShown) return
  if (outcome === 'unknown') showLoss(tools, previewer, asked, cause)
  else decline(tools, previewer, asked, cause)
}

const isAboutAllowance = ({ approval, handed }: AskedSwap) =>
  handed === undefined && (approval === 'transaction' || approval === 'signature')

/** A swap that the wallet had and didn't decline may have been sent: nothing leads back to a button then. */
function showLoss(tools: SwapperTools, previewer: Previewer, asked: AskedSwap, cause: unknown): void {
  const { state, phases } = tools
  const reason = errorWords(toSwapError(cause))
  state.transaction = { ...transactionOf(tools, 'swap', undefined, asked), reason }
  previewer.drop()
  phases.to('undecided')
}

function tellFailure({ context, log }: SwapperTools, asked: AskedSwap, cause: unknown): void {
  const facts = { ...factsOf(pendingOf('', asked, 0)), message: toSwapError(cause).shortMessage }
  if (isUserRejection(cause)) return context.emit(SwapRejected, facts)
  log.warn('A swap failed.', cause)
  if (isAboutAllowance(asked)) context.emit(SwapApprovalFailed, facts)
  else context.emit(SwapFailed, facts)
}

/** Back to the preview, which may be confirmed again. */
function decline(tools: SwapperTools, previewer: Previewer, asked: AskedSwap, cause: unknown): void {
  const { state, phases } = tools
  phases.to(state.preview ? 'ready' : 'editing')
  state.transaction = undefined
  if (!isUserRejection(cause)) state.error = toSwapError(cause)
  else state.notice = isAboutAllowance(asked) ? 'approvalDeclined' : 'declined'
  if (state.preview) previewer.keepFresh()
}

import { errorWords, isUserRejection } from '@latchkey/kernel/plugin'
import { SwapApprovalFailed, type SwapFacts, SwapFailed, SwapInitiated, SwapRejected } from '../events.js'
import { SwapProgressRoute } from '../routes.js'
import type { Current, Previewer } from './createPreviewer.js'
import { toSwapError } from './toSwapError.js'
import type { SwapViews } from './createSwapViews.js'
import { LostAnswer } from './LostAnswer.js'
import type { SwapperTools } from './SwapperTools.js'
import { factsOf, pendingOf, transactionOf } from './swapRecords.js'

type RequestPhase = 'approving' | 'signing'

/** What is the same for everything that opens the wallet: the view, what is told, and a wallet that says no. */
export interface WalletRequests {
  /** @param run Asks the wallet. Is told whether its answer is still shown. */
  request(phase: RequestPhase, held: Current, run: (isShown: () => boolean) => Promise<void>): Promise<void>
  /** The answer that is under way is no longer shown. */
  forget(): void
}

/** @param answered The wallet has answered: a change of account or network can be taken up. */
export function createWalletRequests(
  tools: SwapperTools,
  previewer: Previewer,
  views: SwapViews,
  answered: () => void,
): WalletRequests {
  const { state, context, navigation } = tools
  /** The request whose answer is shown. */
  let shownRequest: symbol | undefined

  return {
    async request(phase, held, run) {
      const own = Symbol()
      shownRequest = own
      const isShown = () => shownRequest === own
      const facts = factsOf(pendingOf('', held, 0))
      state.phase = phase
      state.error = undefined
      state.notice = undefined
      context.emit(SwapInitiated, facts)
      const approval = navigation.requestApproval(
        navigation.draws(SwapProgressRoute.name) ? { view: SwapProgressRoute } : {},
      )
      try {
        await run(isShown)
        approval.settle('success')
        if (isShown() && phaseOf(tools) !== 'ready') views.showProgress()
      } catch (cause) {
        tellFailure(tools, cause, phase, facts)
        if (!isShown()) approval.settle('error', cause)
        else if (cause instanceof LostAnswer) {
          approval.settle('error', cause.cause)
          showLoss(tools, previewer, held, cause)
          views.showProgress()
        } else {
          decline(tools, previewer, cause)
          approval.settle(isUserRejection(cause) ? 'cancel' : 'error', cause)
          views.leaveProgress()
        }
      }
      if (isShown()) answered()
    },
    forget() {
      shownRequest = undefined
    },
  }
}

const phaseOf = ({ state }: SwapperTools): string => state.phase

/** What was given to the wallet and not declined may have been sent: nothing leads back to a button then. */
function showLoss(tools: SwapperTools, previewer: Previewer, held: Current, { cause }: LostAnswer): void {
  const { state } = tools
  const reason = errorWords(toSwapError(cause))
  state.transaction = { ...transactionOf(tools, 'swap', undefined, held), reason }
  previewer.drop()
  state.phase = 'undecided'
}

function tellFailure(
  { context, state, log }: SwapperTools,
  cause: unknown,
  phase: RequestPhase,
  facts: SwapFacts,
): void {
  const message = toSwapError(cause instanceof LostAnswer ? cause.cause : cause).shortMessage
  if (isUserRejection(cause)) context.emit(SwapRejected, { ...facts, message })
  else {
    log.warn('A swap failed.', cause)
    const isApproval = phase === 'approving' && state.phase === 'approving'
    if (isApproval) context.emit(SwapApprovalFailed, { ...facts, message })
    else context.emit(SwapFailed, { ...facts, message })
  }
}

/** Back to the preview, which may be confirmed again. */
function decline({ state }: SwapperTools, previewer: Previewer, cause: unknown): void {
  const notice = state.phase === 'approving' ? 'approvalDeclined' : 'declined'
  state.phase = state.preview ? 'ready' : 'editing'
  state.transaction = undefined
  if (isUserRejection(cause)) state.notice = notice
  else state.error = toSwapError(cause)
  if (state.preview) previewer.keepFresh()
}

import { decisionWords, errorWords, type SubmittedCalls, type Words } from '@latchkey/kernel/plugin'
import { SwapFailed, SwapSucceeded } from '../events.js'
import { SwapProgressRoute } from '../routes.js'
import type { SwapTarget } from '../Swapper.js'
import { toastWords } from '../toastWords.js'
import type { Allowance } from './createAllowance.js'
import type { Current } from './createPreviewer.js'
import { toSwapError } from './toSwapError.js'
import type { SwapperTools } from './SwapperTools.js'
import { factsOf } from './swapRecords.js'

/** Waits for the chain's decision on a swap, and tells it. */
export interface SwapFollower {
  follow(held: Current, submitted: SubmittedCalls): void
}

export function createSwapFollower(
  tools: SwapperTools,
  allowance: Allowance,
  settled: (target: SwapTarget) => void,
): SwapFollower {
  const { state, context, navigation, log } = tools

  function follow(held: Current, submitted: SubmittedCalls): void {
    const { id } = submitted
    const { target } = held.ground
    const facts = factsOf(held)
    submitted
      .wait(context.signal)
      .then((decision) => {
        const { status, reason, outcome } = decision
        if (status === 'confirmed') context.emit(SwapSucceeded, facts)
        else context.emit(SwapFailed, { ...facts, message: reason ?? 'The network refused the swap.' })
        if (status === 'confirmed' && outcome === undefined) allowance.close()
        settled(target)
        if (!show(id, status, decisionWords(decision))) toastDecision(tools, held, status)
      })
      .catch((cause: unknown) => {
        if (context.signal.aborted) return
        log.warn('The outcome of a swap could not be followed.', cause)
        show(id, 'undecided', errorWords(toSwapError(cause)))
      })
  }

  /** Puts the end where the swap is shown. @returns Whether it is on screen. */
  function show(id: string, phase: 'confirmed' | 'failed' | 'undecided', reason?: Words): boolean {
    if (state.transaction?.id !== id) return false
    state.phase = phase
    if (reason !== undefined) state.transaction = { ...state.transaction, reason }
    return navigation.state.entries.at(-1)?.name === SwapProgressRoute.name
  }

  return { follow: follow }
}

function toastDecision(
  { notifications }: SwapperTools,
  { offer }: Current,
  status: 'confirmed' | 'failed',
): void {
  const { value, decimals, symbol } = offer.quote.sold
  const sold = { value, decimals, symbol }
  if (status === 'confirmed') notifications.toast(toastWords.swapped(sold), { type: 'success' })
  else notifications.toast(toastWords.failed(sold), { type: 'error' })
}

import { type Danger, refuseUnaccepted } from '@latchkey/kernel/transaction'
import type { SwapPreview, SwapTarget } from '../Swapper.js'
import { swapError } from '../swapErrors.js'
import { createAllowance } from './createAllowance.js'
import type { Previewer } from './createPreviewer.js'
import { toSwapError } from './toSwapError.js'
import { createSwapFollower } from './createSwapFollower.js'
import { createSwapViews } from './createSwapViews.js'
import { isMoved } from './priceMoves.js'
import { requestSwap, type SwapParts, swapSubject } from './requestSwap.js'
import type { SwapperTools } from './SwapperTools.js'
import { isUnansweredAsTold } from './unansweredSwaps.js'

export interface Confirmation {
  confirm(shown?: SwapPreview, accepted?: readonly Danger[]): Promise<void>
  revoke(): Promise<void>
  forget(): void
  /** Takes up swaps that an earlier page sent. */
  resume(): void
}

export interface ConfirmationOptions {
  readonly tools: SwapperTools
  readonly previewer: Previewer
  /** The chain has decided: balances have changed. */
  settled(swap: Pick<SwapTarget, 'networkId' | 'address'>): void
  /** The wallet has answered: a change of account or network can be taken up. */
  answered(): void
}

/** Asks the wallet once for each press, and follows what it sent until the chain has decided. */
export function createConfirmation(options: ConfirmationOptions): Confirmation {
  const { tools, previewer, answered } = options
  const { state, flow, phases } = tools
  const views = createSwapViews(tools)
  const allowance = createAllowance(tools)
  const follower = createSwapFollower(tools, allowance, options.settled)
  const parts: SwapParts = { tools, previewer, views, allowance, follower, answered }

  async function confirmShown(
    pressed: SwapPreview | undefined,
    accepted: readonly Danger[] | undefined,
  ): Promise<void> {
    const held = previewer.current()
    if (phases.current !== 'ready' || !held || !state.preview) throw swapError('SWAP_NOT_PREPARED')
    const onScreen = pressed ?? state.preview
    const change = previewer.takeChange(pressed)
    if (change) {
      state.notice = change
      return
    }
    const refusal = refuseUnaccepted(state.preview.dangers, accepted)
    if (refusal) {
      state.error = refusal
      return
    }
    previewer.pause()
    state.isRefreshing = true
    try {
      const [fresh, isCounted] = await Promise.all([previewer.requote(), previewer.isCountedAlike()])
      if (!fresh || !isCounted || isMoved(onScreen, fresh.quote)) return await showAgain(parts, 'priceMoved')
    } catch (cause) {
      state.error = toSwapError(cause)
      previewer.keepFresh()
      return
    } finally {
      state.isRefreshing = false
    }
    if (previewer.current() !== held || phases.current !== 'ready') return
    // Another tab may have asked while the sources were.
    if (!isUnansweredAsTold(tools, held)) return await showAgain(parts, 'previewChanged')
    await requestSwap(parts, held)
  }

  return {
    // Pressed twice, mounted twice, or come back to while the wallet is open: one request.
    confirm: (pressed, accepted) => flow.press(swapSubject, () => confirmShown(pressed, accepted)),
    revoke: allowance.revoke,
    resume: follower.resume,
    forget() {
      if (phases.current !== 'asking') return
      flow.forget(swapSubject)
      previewer.drop()
      phases.to('editing')
      answered()
      views.leaveToForm()
    },
  }
}

/** Shows the swap as it is now and says what changed, and leaves the wallet closed. */
async function showAgain(
  { tools: { state }, previewer, views }: SwapParts,
  change: 'priceMoved' | 'previewChanged',
): Promise<void> {
  if (await previewer.prepare()) state.notice = change
  else views.leavePreview()
}

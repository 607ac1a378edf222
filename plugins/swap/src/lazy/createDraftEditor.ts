import { toDecimal } from '@latchkey/kernel/contracts'
import { ref } from 'valtio/vanilla'
import { withinBounds } from '../assess.js'
import type { SwapController, SwapDraft } from '../Swapper.js'
import { toSwapError } from './toSwapError.js'
import { isRequested, isSameTokenIn, type SwapperTools } from './SwapperTools.js'

/** Writes the draft. */
export interface DraftEditor
  extends Pick<SwapController, 'chooseToken' | 'setAmount' | 'setSlippage' | 'invert' | 'setMaximum'> {
  /** Calls off the working out of Max. */
  stop(): void
}

export interface DraftEditorOptions {
  /** What the draft said before does not hold any more. */
  changing(change: Partial<SwapDraft>): void
  changed(): void
  findMaximum(signal: AbortSignal): Promise<bigint>
}

export function createDraftEditor(tools: SwapperTools, options: DraftEditorOptions): DraftEditor {
  const { state, phases } = tools
  let maximum: AbortController | undefined

  /** Takes a change of the draft, unless the wallet is asked for what it says now. */
  function edit(change: Partial<SwapDraft>): boolean {
    if (isRequested(state)) {
      state.notice = 'outstanding'
      return false
    }
    maximum?.abort()
    state.isMaximizing = false
    options.changing(change)
    if (phases.current !== 'pending') phases.to('editing')
    state.error = undefined
    state.notice = undefined
    Object.assign(state.draft, change)
    options.changed()
    return true
  }

  function invert(): void {
    const { sell, buy } = state.draft
    const bought = state.offer?.bought
    const amountText = bought ? toDecimal(bought.value, bought.decimals) : state.draft.amountText
    edit({ sell: buy, buy: sell, amountText: buy ? cutDecimals(amountText, buy.decimals) : amountText })
  }

  return {
    chooseToken(side, token) {
      const other = side === 'sell' ? 'buy' : 'sell'
      // The same on both sides: what was chosen first makes room.
      if (isSameTokenIn(tools, state.draft[other], token)) invert()
      else edit({ [side]: ref({ ...token }) })
    },
    setAmount: (text) => void edit({ amountText: text }),
    setSlippage(slippage) {
      if (slippage !== 'automatic') edit({ slippage: withinBounds(slippage), isSlippageAutomatic: false })
      else if (state.recommendedSlippage !== undefined) edit({ isSlippageAutomatic: true })
    },
    invert,
    async setMaximum() {
      const { sell } = state.draft
      if (!sell || !edit({})) return
      const own = new AbortController()
      maximum = own
      state.isMaximizing = true
      try {
        const value = await options.findMaximum(own.signal)
        if (!own.signal.aborted) edit({ amountText: toDecimal(value, sell.decimals) })
      } catch (cause) {
        if (own.signal.aborted) return
        state.isMaximizing = false
        state.error = toSwapError(cause)
      }
    },
    stop: () => maximum?.abort(),
  }
}

/** The decimal string with at most so many digits after the point. */
function cutDecimals(amount: string, decimals: number): string {
  const [whole = '', fraction] = amount.split('.')
  return fraction === undefined || decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}

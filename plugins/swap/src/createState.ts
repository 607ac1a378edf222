import { proxy } from 'valtio/vanilla'
import type { SwapDraft, SwapState } from './Swapper.js'
import type { SwapOptions } from './swap.js'

type Writable<T> = { -readonly [key in keyof T]: T[key] }
export type WritableState = Writable<Omit<SwapState, 'draft'>> & { draft: Writable<SwapDraft> }

/** In basis points: 1 %, as the specification says. */
const usualSlippage = 100n

export function createState({ currency = 'usd', slippage = usualSlippage }: SwapOptions): WritableState {
  return proxy<WritableState>({
    currency,
    target: undefined,
    draft: { sell: undefined, buy: undefined, amountText: '', slippage, isSlippageAutomatic: false },
    tokens: { status: 'idle', list: [] },
    offer: undefined,
    isQuoting: false,
    recommendedSlippage: undefined,
    isMaximizing: false,
    isUpgrading: false,
    phase: 'editing',
    preview: undefined,
    isRefreshing: false,
    transaction: undefined,
    openAllowance: undefined,
    error: undefined,
    notice: undefined,
    wantedNetworkId: undefined,
  })
}

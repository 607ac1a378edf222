import { proxy } from 'valtio/vanilla'
import type { PayState } from './Payer.js'

export type WritableState = { -readonly [key in keyof PayState]: PayState[key] }

/** While no bill is shown. */
export const nothing: Omit<PayState, 'phase'> = {
  bill: undefined,
  amount: undefined,
  networkId: undefined,
  networkName: undefined,
  target: undefined,
  ways: { status: 'loading', list: [] },
  preview: undefined,
  swap: undefined,
  transaction: undefined,
  explorerUrl: undefined,
  askedAt: undefined,
  fee: undefined,
  exchange: undefined,
  isDeposit: false,
  error: undefined,
  reason: undefined,
  notice: undefined,
}

export const createState = (): WritableState => proxy<WritableState>({ ...nothing, phase: 'idle' })

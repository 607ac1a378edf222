import { proxy } from 'valtio/vanilla'
import type { SendDraft, SendState } from './Sender.js'
import type { SendOptions } from './send.js'

type Writable<T> = { -readonly [key in keyof T]: T[key] }
export type WritableState = Writable<Omit<SendState, 'draft'>> & { draft: Writable<SendDraft> }

export const emptyDraft: SendDraft = {
  token: undefined,
  amountText: '',
  mode: 'token',
  exactAmount: undefined,
  isMaximum: false,
  receiverText: '',
  feeLevel: 'normal',
}

export function createState({ currency = 'usd' }: SendOptions): WritableState {
  return proxy<WritableState>({
    currency,
    target: undefined,
    draft: { ...emptyDraft },
    receiver: { status: 'empty' },
    balances: { status: 'idle', holdings: [] },
    nativePrice: undefined,
    warnings: [],
    phase: 'editing',
    preview: undefined,
    unreasonableFee: undefined,
    isUnread: false,
    isRefreshing: false,
    isMaximizing: false,
    transaction: undefined,
    error: undefined,
    notice: undefined,
    wantedNetworkId: undefined,
  })
}

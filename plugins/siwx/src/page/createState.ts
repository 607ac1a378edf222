import type { AccountId } from '@latchkey/kernel/contracts'
import { proxy } from 'valtio/vanilla'
import type { SiwxState, SiwxStatus } from './SiwxService.js'

type Writable<T> = { -readonly [key in keyof T]: T[key] }
export type WritableState = Writable<SiwxState> & { statuses: Record<AccountId, SiwxStatus> }

export function createState(required: boolean): WritableState {
  return proxy<WritableState>({
    required,
    phase: 'idle',
    accountId: undefined,
    statuses: {},
    sessions: [],
    error: undefined,
  })
}

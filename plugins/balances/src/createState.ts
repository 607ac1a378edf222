import type { Amount } from '@latchkey/kernel/contracts'
import { proxy } from 'valtio/vanilla'
import type { AccountBalances, BalancesState } from './BalancesService.js'
import type { SettledOptions } from './BalancesOptions.js'

type Writable<T> = { -readonly [key in keyof T]: T[key] }

export type WritableState = Writable<Omit<BalancesState, 'entries' | 'amounts'>> & {
  entries: Record<string, AccountBalances>
  amounts: Record<string, Amount | null>
}

export function createState({ hidden, currency }: SettledOptions): WritableState {
  return proxy<WritableState>({ entries: {}, amounts: {}, hidden, currency, fault: undefined })
}

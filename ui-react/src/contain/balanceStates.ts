import type { NativeBalancesService } from '@latchkey/kernel/wallet'
import type { ShownBalanceService } from '../shownBalance.js'
import { isEntries, isObject, type StateCheck } from './serviceStates.js'

export const balancesState: StateCheck<NativeBalancesService['state']> = {
  empty: { entries: {} },
  isSound: ({ entries }) => isEntries(entries),
}

export const shownBalanceState: StateCheck<ShownBalanceService['state']> = {
  empty: { hidden: false, amounts: {} },
  isSound: ({ amounts }) => isObject(amounts),
}

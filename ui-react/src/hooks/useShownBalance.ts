import type { Amount } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { shownBalanceState } from '../contain/balanceStates.js'
import { ShownBalance } from '../shownBalance.js'
import { useServiceState } from '../useServiceState.js'

export interface ShownAmount {
  /** Cover the amount. */
  readonly hidden: boolean
  /** In place of the native coin; `null` while it is being read, `undefined` when the native coin is meant. */
  readonly amount: Amount | null | undefined
}

/** What a plugin wants shown as the balance of an account, if one has a say. */
export function useShownBalance(networkId: NetworkId | undefined, address: string | undefined): ShownAmount {
  const { hidden, amounts } = useServiceState(ShownBalance, shownBalanceState).state
  const amount = amounts[`${networkId}:${address}`]
  return { hidden, amount: amount ? readAmount(amount) : amount }
}

/** What is no amount is shown as one that is still being read: neither a number of somebody's nor the native coin. */
function readAmount(amount: Amount): Amount | null {
  const { value, decimals, symbol } = amount
  const isAmount = typeof value === 'bigint' && Number.isInteger(decimals) && typeof symbol === 'string'
  return isAmount ? amount : null
}

import type { NamespaceId } from '@latchkey/kernel/plugin'
import { useAccount } from '../hooks/useAccount.js'
import { useNativeBalance, type UseBalanceResult } from '../hooks/useNativeBalance.js'
import { type ShownAmount, useShownBalance } from '../hooks/useShownBalance.js'

export interface ButtonBalanceState {
  /** Of the native coin. */
  readonly balance: UseBalanceResult
  /** What a plugin wants shown instead, and whether amounts are to be covered. */
  readonly shown: ShownAmount
}

export function useButtonBalance(namespace: NamespaceId | undefined): ButtonBalanceState {
  const options = namespace === undefined ? {} : { namespace }
  const { networkId, address } = useAccount(options)
  return { balance: useNativeBalance(options), shown: useShownBalance(networkId, address) }
}

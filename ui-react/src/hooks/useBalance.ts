import type { NamespaceId, TokenReference } from '@latchkey/kernel/plugin'
import type { AddressOf } from './useAccount.js'
import { useBalanceQuestion } from './useBalanceQuestion.js'
import { type UseBalanceResult, useCoinOf } from './useNativeBalance.js'
import { useTokenBalance } from './useTokenBalance.js'

export type { UseBalanceResult } from './useNativeBalance.js'

export interface UseBalanceOptions<N extends NamespaceId = NamespaceId> {
  /** Default that of the network, else the active one. */
  readonly namespace?: N
  /** CAIP-2 id of a network that the host lists. Default the active one of the namespace. */
  readonly networkId?: `${NoInfer<N>}:${string}`
  /** In the namespace's own form. Default the active account, if one is connected. */
  readonly address?: AddressOf<NoInfer<N>>
  /** Default the native coin. Where the token itself states its decimals, they stand for those given. */
  readonly token?: TokenReference
}

/**
 * What an account has of the native coin or of a token, in its smallest unit. The account needs no wallet. It is read
 * again after each transaction of the account that this app sent.
 *
 * @example
 * const coin = useBalance()
 * const treasury = useBalance({ networkId: 'eip155:8453', address: '0x…', token: usdc })
 */
export function useBalance<N extends NamespaceId = NamespaceId>(
  options: UseBalanceOptions<N> = {},
): UseBalanceResult {
  const { token } = options
  const question = useBalanceQuestion(options)
  const coin = useCoinOf(question, token === undefined)
  const tokens = useTokenBalance(question, token)
  return token ? tokens : coin
}

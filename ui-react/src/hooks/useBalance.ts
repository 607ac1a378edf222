import type { NamespaceId } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import { TransactionSettled } from '@latchkey/kernel/transaction'
import { useEffect, useRef } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { useKernel } from '../useKernel.js'
import type { AddressOf } from './useAccount.js'
import { type BalanceQuestion, useBalanceQuestion } from './useBalanceQuestion.js'
import { type UseBalanceResult, useCoin } from './useNativeBalance.js'
import { useTokenBalance } from './useTokenBalance.js'

export type { UseBalanceResult } from './useNativeBalance.js'

export interface UseBalanceOptions<N extends NamespaceId = NamespaceId> {
  /** Default that of the network, else the active one. */
  readonly namespace?: N | undefined
  /** CAIP-2 id of a network that the host lists. Default the active one of the namespace. */
  readonly networkId?: `${NoInfer<N>}:${string}` | undefined
  /** In the namespace's own form. Default the active account, if one is connected. */
  readonly address?: AddressOf<NoInfer<N>> | undefined
  /** Default the native coin. Where the token itself states its decimals, they stand for those given. */
  readonly token?: TokenReference | undefined
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
  const { readiness, networkId, address } = question
  const coin = useCoin(token ? 'unavailable' : readiness, networkId, address)
  const tokens = useTokenBalance(question, token)
  const shown = token ? tokens : coin
  useRereading(question, shown.refresh)
  return shown
}

/** Reads again once the chain has decided on a transaction of the account. */
function useRereading(question: BalanceQuestion, refresh: () => void): void {
  const { events } = useKernel()
  const current = useRef({ question, refresh })
  useEffect(() => {
    current.current = { question, refresh }
  })
  useEffect(
    () =>
      events.on(TransactionSettled, ({ address: changed, record }) => {
        const { networkId, address, isSameAddress } = current.current.question
        if (address === undefined || networkId !== record.networkId) return
        if (attemptCall(() => isSameAddress(address, changed), false)) current.current.refresh()
      }),
    [events],
  )
}

import type { Amount, TokenReference } from '@latchkey/kernel/contracts'
import { balanceUnavailable } from '@latchkey/kernel/wallet'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BalanceQuestion } from './useBalanceQuestion.js'
import { describeBalance, type Reading, type UseBalanceResult } from './useNativeBalance.js'

/** A token of an account, read from the chain. Nothing is read while there is no token. */
export function useTokenBalance(
  question: BalanceQuestion,
  token: TokenReference | undefined,
): UseBalanceResult {
  const [shown, setShown] = useState<{ readonly key: string; readonly reading: Reading }>()
  const asked = useRef({ question, token })
  const running = useRef<AbortController>(undefined)
  useEffect(() => {
    asked.current = { question, token }
  })
  const { networkId, address, reader } = question
  const readiness = question.readiness === 'ready' && !reader?.tokens ? 'unavailable' : question.readiness
  // An equal question is the same one, though each rendering writes it as a new object.
  const key = readiness === 'ready' && token ? JSON.stringify([networkId, address, token.address]) : undefined

  const read = useCallback(() => {
    running.current?.abort()
    const { question: current, token: wanted } = asked.current
    if (key === undefined || !wanted) return
    const own = new AbortController()
    running.current = own
    const tell = (next: Reading) => {
      if (own.signal.aborted) return
      // The last amount stays through another reading and its failure.
      setShown((last) => {
        const amount = next.amount ?? (last?.key === key ? last.reading.amount : undefined)
        return { key, reading: { ...next, amount } }
      })
    }
    tell({ status: 'loading' })
    readToken(current, wanted, own.signal).then(
      (amount) => tell({ status: 'success', amount }),
      (cause: unknown) => tell({ status: 'error', error: balanceUnavailable(cause) }),
    )
  }, [key])
  useEffect(() => {
    read()
    return () => running.current?.abort()
  }, [read])
  return describeBalance(readiness, shown?.key === key ? shown?.reading : undefined, read)
}

/** @throws BaseError `BALANCE_UNAVAILABLE` when the chain's answer doesn't name the token. */
async function readToken(
  { networkId, address, reader, isSameAddress }: BalanceQuestion,
  token: TokenReference,
  signal: AbortSignal,
): Promise<Amount> {
  if (networkId === undefined || address === undefined) throw balanceUnavailable()
  const list = await reader?.tokens?.({ networkId, address, tokens: [token], signal })
  const found = list?.find(
    ({ token: own }) => own.address === token.address || isSameAddress(own.address, token.address),
  )
  if (!found) throw balanceUnavailable()
  const { value, decimals, symbol } = found
  return { value, decimals, symbol }
}

import { type Amount, balanceUnavailable, type TokenReference } from '@latchkey/kernel/plugin'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNamespace } from '../useNamespace.js'
import { type BalanceQuestion, useReadings } from './useBalanceQuestion.js'
import { describeBalance, type Reading, type UseBalanceResult } from './useNativeBalance.js'

/** A token of an account, read from the chain. Nothing is read while there is no token. */
export function useTokenBalance(
  question: BalanceQuestion,
  token: TokenReference | undefined,
): UseBalanceResult {
  const isSame = useNamespace(question.namespace)?.isSameAddress
  const [shown, setShown] = useState<{ readonly key: string; readonly reading: Reading }>()
  const asked = useRef({ question, token, isSame })
  const running = useRef<AbortController>(undefined)
  useEffect(() => {
    asked.current = { question, token, isSame }
  })
  // An equal question is the same one, though each rendering writes it as a new object.
  const key =
    question.status === 'ready' && token
      ? JSON.stringify([question.networkId, question.address, token.address])
      : undefined

  const read = useCallback(() => {
    running.current?.abort()
    const { question: current, token: wanted, isSame: rule = Object.is } = asked.current
    if (key === undefined || current.status !== 'ready' || !wanted) return
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
    const { networkId, address, reader } = current
    const isWanted = (found: string) => found === wanted.address || rule(found, wanted.address)
    const ask = async (): Promise<Amount> => {
      const list = await reader.tokens?.({ networkId, address, tokens: [wanted], signal: own.signal })
      const found = list?.find((amount) => isWanted(amount.token.address))
      if (!found) throw balanceUnavailable()
      const { value, decimals, symbol } = found
      return { value, decimals, symbol }
    }
    ask().then(
      (amount) => tell({ status: 'success', amount }),
      (cause: unknown) => tell({ status: 'error', error: balanceUnavailable(cause) }),
    )
  }, [key])
  useReadings(question, read)
  useEffect(() => () => running.current?.abort(), [])
  const canRead = question.status !== 'ready' || question.reader.tokens !== undefined
  const place = canRead ? question : ({ ...question, status: 'unavailable' } as const)
  return describeBalance(place, shown?.key === key ? shown?.reading : undefined, read)
}

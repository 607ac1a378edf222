import type { BaseError } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import { useState } from 'react'

/** Asks an exchange, once at a time. Why it wasn't asked at all doesn't stand in the payer's state: another bill may. */
export function useAsking() {
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<BaseError>()
  function ask(work: () => Promise<void>): void {
    setAsking(true)
    setError(undefined)
    work()
      .catch((cause: unknown) => setError(kernelErrorFrom(cause)))
      .finally(() => setAsking(false))
  }
  return { isAsking, error, ask }
}

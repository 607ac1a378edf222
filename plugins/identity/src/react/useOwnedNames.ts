import { useAccount, useService } from '@latchkey/ui-react'
import { useCallback, useEffect, useState } from 'react'
import { NameRegistration } from '../NameRegistration.js'

interface Answer {
  readonly accountId: string | undefined
  readonly owned?: readonly string[]
  readonly error?: unknown
}

/** Names of the active account in the registry; `undefined` while they are read. Never those of another account. */
export function useOwnedNames() {
  const registration = useService(NameRegistration)
  const { accountId } = useAccount()
  const [answer, setAnswer] = useState<Answer>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(() => {
    if (registration.zone === undefined || accountId === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    setAnswer(undefined)
    registration.owned(signal).then(
      (owned) => signal.aborted || setAnswer({ accountId, owned }),
      (error: unknown) => signal.aborted || setAnswer({ accountId, error }),
    )
    return () => controller.abort()
  }, [registration, accountId, attempt])
  const retry = useCallback(() => setAttempt((previous) => previous + 1), [])
  const current = answer?.accountId === accountId ? answer : undefined
  return { owned: current?.owned, error: current?.error, retry }
}

import { useAccount, useService } from '@latchkey/ui-react'
import { useCallback, useEffect, useState } from 'react'
import { NameRegistration } from '../NameRegistration.js'

/** Names of the active account in the registry; `undefined` while they are read. */
export function useOwnedNames() {
  const registration = useService(NameRegistration)
  const { accountId } = useAccount()
  const [owned, setOwned] = useState<readonly string[]>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt reads again.
  useEffect(() => {
    if (registration.zone === undefined || accountId === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    setError(undefined)
    setOwned(undefined)
    registration.owned(signal).then(
      (names) => signal.aborted || setOwned(names),
      (cause: unknown) => signal.aborted || setError(cause),
    )
    return () => controller.abort()
  }, [registration, accountId, attempt])
  const retry = useCallback(() => setAttempt((previous) => previous + 1), [])
  return { owned, error, retry }
}

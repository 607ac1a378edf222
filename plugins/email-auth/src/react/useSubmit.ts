import { useErrorText } from '@latchkey/ui-react'
import { useEffect, useRef, useState } from 'react'

/**
 * A form's action: whether it runs, and its error as text. A second press while it runs does nothing.
 *
 * @param action Gets a signal that is aborted when the form is left: what it would do then would come as a surprise.
 */
export function useSubmit(action: (signal: AbortSignal) => Promise<void>) {
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const form = useRef<AbortController>(undefined)
  const isRunning = useRef(false)
  useEffect(() => {
    const own = new AbortController()
    form.current = own
    return () => own.abort()
  }, [])
  async function submit(): Promise<void> {
    const { signal } = form.current ?? {}
    if (isRunning.current || !signal) return
    isRunning.current = true
    setBusy(true)
    setError(undefined)
    try {
      await action(signal)
    } catch (cause) {
      setError(cause)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return {
    isBusy,
    error: error === undefined ? undefined : errorText(error),
    submit: () => void submit(),
    clearError: () => setError(undefined),
  }
}

import { useErrorText } from '@latchkey/ui-react'
import { useEffect, useRef, useState } from 'react'

/**
 * A form's action: whether it runs, and its error as text. A second press while it runs does nothing. An error isn't told once
 * `clearError` was called: it was about what stood in the form before.
 *
 * @param action Gets a signal that is aborted when the form is left: what it would do then would come as a surprise.
 */
export function useSubmit(action: (signal: AbortSignal) => Promise<void>) {
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const form = useRef<AbortController>(undefined)
  const isRunning = useRef(false)
  const isChanged = useRef(false)
  useEffect(() => {
    const own = new AbortController()
    form.current = own
    return () => own.abort()
  }, [])
  async function submit(): Promise<void> {
    const { signal } = form.current ?? {}
    if (isRunning.current || !signal) return
    isRunning.current = true
    isChanged.current = false
    setBusy(true)
    setError(undefined)
    try {
      await action(signal)
    } catch (cause) {
      if (!isChanged.current) setError(cause)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return {
    isBusy,
    error: error === undefined ? undefined : errorText(error),
    submit: () => void submit(),
    clearError() {
      isChanged.current = true
      setError(undefined)
    },
  }
}

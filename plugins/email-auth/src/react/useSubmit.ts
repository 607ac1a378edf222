import { useErrorText } from '@latchkey/ui-react'
import { useState } from 'react'

/** A form's action: whether it runs, and its error as text. A second press while it runs does nothing. */
export function useSubmit(action: () => Promise<void>) {
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function submit(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      await action()
    } catch (cause) {
      setError(cause)
    } finally {
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

import { ErrorState } from '../components/ErrorState.js'
import { shell } from '../messages/en/shell.js'
import { useMessages } from '../messages/useMessages.js'

export interface ViewFaultProps {
  readonly error: unknown
  readonly onRetry: () => void
}

/** What stands in place of a view that failed to load or to draw. */
export function ViewFault({ error, onRetry }: ViewFaultProps) {
  const messages = useMessages(shell)
  return (
    <ErrorState title={messages.viewFailed} text={messages.viewFailedText} error={error} onRetry={onRetry} />
  )
}

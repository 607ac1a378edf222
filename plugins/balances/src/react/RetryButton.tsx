import { Button, RefreshIcon, useCounted, useMessages } from '@latchkey/ui-react'
import { balancesMessages } from './messages.js'
import { useSecondsUntil } from './useSecondsUntil.js'

export interface RetryButtonProps {
  /** Until then asking again is of no use. */
  readonly retryAt: number | undefined
  readonly refreshing: boolean
  onRetry(): void
}

/** Asks again, and says for how long it cannot. By then it is asked again anyway while somebody looks. */
export function RetryButton({ retryAt, refreshing, onRetry }: RetryButtonProps) {
  const messages = useMessages(balancesMessages)
  const counted = useCounted()
  const seconds = useSecondsUntil(retryAt)
  return (
    <Button
      variant="secondary"
      icon={<RefreshIcon />}
      loading={refreshing}
      disabled={seconds > 0}
      data-testid="balances-retry"
      onClick={onRetry}
    >
      {seconds > 0 ? messages.retryIn({ seconds: counted(seconds).countText }) : messages.retry}
    </Button>
  )
}

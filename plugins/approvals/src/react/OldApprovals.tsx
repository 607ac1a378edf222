import { Banner, Button, RefreshIcon, useMessages, useTimeText } from '@latchkey/ui-react'
import type { ApprovalsState } from '../ApprovalsService.js'
import { approvalsMessages } from './messages.js'

export interface OldApprovalsProps {
  readonly state: ApprovalsState
  onRetry(): void
}

/** Says from when the list is, where it could not be read since, and reads it again. */
export function OldApprovals({ state: { status, error, readAt }, onRetry }: OldApprovalsProps) {
  const messages = useMessages(approvalsMessages)
  const timeOf = useTimeText()
  if (status !== 'error' || !error || readAt === undefined) return null
  return (
    <div data-testid="approvals-old">
      <Banner
        tone="warning"
        announce="status"
        action={
          <Button
            variant="secondary"
            icon={<RefreshIcon />}
            data-testid="approvals-old-retry"
            onClick={onRetry}
          >
            {messages.retry}
          </Button>
        }
      >
        {messages.old({ time: timeOf(readAt) })}
      </Banner>
    </div>
  )
}

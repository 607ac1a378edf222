import { Banner, Button, useMessages, useTimeText } from '@latchkey/ui-react'
import { activityMessages } from './messages.js'
import type { UseActivityResult } from './useActivity.js'

/** Says from when the list is, where the newest could not be read since, and reads them again. */
export function OldActivity({ activity }: { readonly activity: UseActivityResult }) {
  const messages = useMessages(activityMessages)
  const timeOf = useTimeText()
  const { oldSince, reading, refresh } = activity
  if (oldSince === undefined) return null
  return (
    <div data-testid="activity-old">
      <Banner
        tone="warning"
        announce="status"
        action={
          <Button variant="secondary" loading={reading} data-testid="activity-old-retry" onClick={refresh}>
            {messages.retry}
          </Button>
        }
      >
        {messages.old({ time: timeOf(oldSince) })}
      </Banner>
    </div>
  )
}

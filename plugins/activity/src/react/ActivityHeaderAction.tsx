import { AccountRoute } from '@latchkey/kernel/plugin'
import { ActivityIcon, IconButton, useMessages, useService } from '@latchkey/ui-react'
import { ActivityFeed } from '../ActivityFeed.js'
import { activityMessages } from './messages.js'

/** In the header of the Account view: leads to all transactions. */
export default function ActivityHeaderAction({ route }: { readonly route: string }) {
  const messages = useMessages(activityMessages)
  const feed = useService(ActivityFeed)
  if (route !== AccountRoute.name) return null
  return (
    <IconButton
      label={messages.activity}
      icon={<ActivityIcon />}
      data-testid="activity-header"
      onClick={() => feed.open()}
    />
  )
}

import { AccountRoute, Navigation } from '@latchkey/kernel/plugin'
import { Button, CheckCircleIcon, EmptyState, useMessages, useService } from '@latchkey/ui-react'
import { SmartSessionListRoute } from '../routes.js'
import { smartSessionsMessages } from './smartSessionsMessages.js'

/** Says that a permission was given, and where it can be ended. */
export default function SmartSessionCreatedView() {
  const messages = useMessages(smartSessionsMessages)
  const navigation = useService(Navigation)
  return (
    <div className="lk-stack" data-testid="lk-session-created">
      <EmptyState icon={<CheckCircleIcon />} title={messages.createdTitle} text={messages.createdText} />
      <div className="lk-stack" data-gap="sm">
        <Button fullWidth data-testid="lk-session-done" onClick={() => navigation.open(AccountRoute)}>
          {messages.done}
        </Button>
        <Button variant="secondary" fullWidth onClick={() => navigation.push(SmartSessionListRoute)}>
          {messages.seeAll}
        </Button>
      </div>
    </div>
  )
}

import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import { Button, useMessages, useService, WaitingScreen } from '@latchkey/ui-react'
import { SmartSessionListRoute } from '../routes.js'
import { smartSessionsMessages } from './smartSessionsMessages.js'

/** Says that a permission was given, and where it can be ended. */
export default function SmartSessionCreatedView() {
  const messages = useMessages(smartSessionsMessages)
  const navigation = useService(Navigation)
  return (
    <WaitingScreen
      testId="lk-session-created"
      state="success"
      title={messages.createdTitle}
      text={messages.createdText}
      actions={
        <>
          <Button
            fullWidth
            data-testid="lk-session-done"
            data-autofocus=""
            onClick={() => navigation.open(AccountRoute)}
          >
            {messages.done}
          </Button>
          <Button variant="secondary" fullWidth onClick={() => navigation.push(SmartSessionListRoute)}>
            {messages.seeAll}
          </Button>
        </>
      }
    />
  )
}

import { ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { Button, EmptyState, useMessages, useService } from '@latchkey/ui-react'
import { emailAuthMessages } from './emailAuthMessages.js'

/** Shown where a step of a login was opened without its start. */
export function NoLogin() {
  const messages = useMessages(emailAuthMessages)
  const navigation = useService(Navigation)
  return (
    <EmptyState
      title={messages.noCode}
      text={messages.noCodeText}
      action={
        <Button data-testid="lk-email-restart" onClick={() => navigation.reset(ConnectRoute)}>
          {messages.back}
        </Button>
      }
    />
  )
}

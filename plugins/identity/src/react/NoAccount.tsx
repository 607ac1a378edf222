import { ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { Button, EmptyState, UserIcon, useMessages, useService } from '@latchkey/ui-react'
import { identityMessages } from './identityMessages.js'

/** There is nobody who could take a name. */
export function NoAccount() {
  const messages = useMessages(identityMessages)
  const navigation = useService(Navigation)
  return (
    <EmptyState
      icon={<UserIcon size="lg" />}
      title={messages.notConnected}
      text={messages.notConnectedText}
      action={
        <Button data-testid="lk-name-connect" onClick={() => navigation.replace(ConnectRoute)}>
          {messages.connect}
        </Button>
      }
    />
  )
}

import { ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { Button, EmptyState, useMessages, useService } from '@latchkey/ui-react'
import { receiveMessages } from './receiveMessages.js'

/** There is nobody to pay. */
export function NoAccount() {
  const messages = useMessages(receiveMessages)
  const navigation = useService(Navigation)
  return (
    <EmptyState
      title={messages.none}
      text={messages.noneText}
      action={<Button onClick={() => navigation.replace(ConnectRoute)}>{messages.connect}</Button>}
    />
  )
}

import { ConnectRoute, Navigation } from '@latchkey/kernel/wallet'
import { Button } from '../components/Button.js'
import { EmptyState } from '../components/EmptyState.js'
import { forms } from '../messages/en/forms.js'
import { useMessages } from '../messages/useMessages.js'
import { useService } from '../useService.js'

export interface NotConnectedProps {
  /** What a wallet is needed for. */
  readonly text: string
}

/** In place of a form that needs an account, while none is connected. */
export function NotConnected({ text }: NotConnectedProps) {
  const messages = useMessages(forms)
  const navigation = useService(Navigation)
  return (
    <EmptyState
      title={messages.notConnected}
      text={text}
      action={<Button onClick={() => navigation.replace(ConnectRoute, undefined)}>{messages.connect}</Button>}
    />
  )
}

import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import type { RouteParams } from '@latchkey/kernel/plugin'
import {
  Avatar,
  Button,
  type RouteViewProps,
  useAccount,
  useMessages,
  useService,
  WaitingScreen,
} from '@latchkey/ui-react'
import type { RegisterNameSuccessRoute } from '../registrationRoutes.js'
import { identityMessages } from './identityMessages.js'

/** The name is taken; back to the account that has it. */
export default function RegisterNameSuccessView({
  params,
}: RouteViewProps<RouteParams<typeof RegisterNameSuccessRoute>>) {
  const messages = useMessages(identityMessages)
  const navigation = useService(Navigation)
  const { address } = useAccount()
  return (
    <WaitingScreen
      picture={<Avatar address={address ?? params.name} size="lg" />}
      state="success"
      title={messages.successHeading}
      text={messages.successText({ name: params.name })}
      testId="lk-name-success"
      actions={
        <Button fullWidth data-testid="lk-name-success-done" onClick={() => navigation.reset(AccountRoute)}>
          {messages.done}
        </Button>
      }
    />
  )
}

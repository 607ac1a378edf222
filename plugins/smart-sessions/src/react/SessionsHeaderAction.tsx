import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import { Eip155Provider } from '@latchkey/plugin-eip155'
import { ClockIcon, IconButton, useMessages, useService, useWallet } from '@latchkey/ui-react'
import { SmartSessionListRoute } from '../routes.js'
import { smartSessionsMessages } from './smartSessionsMessages.js'

/** In the header of the Account view: leads to the permissions. */
export default function SessionsHeaderAction({ route }: { readonly route: string }) {
  const messages = useMessages(smartSessionsMessages)
  const navigation = useService(Navigation)
  const wallet = useWallet(Eip155Provider)
  if (route !== AccountRoute.name || !wallet) return null
  return (
    <IconButton
      label={messages.title}
      icon={<ClockIcon />}
      data-testid="lk-sessions-header"
      onClick={() => navigation.push(SmartSessionListRoute)}
    />
  )
}

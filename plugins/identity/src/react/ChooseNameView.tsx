import { Navigation } from '@latchkey/kernel/wallet'
import {
  Button,
  EmptyState,
  ErrorState,
  safeText,
  Skeleton,
  UserIcon,
  useAccount,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { NameRegistration } from '../NameRegistration.js'
import { RegisterNameRoute } from '../registrationRoutes.js'
import { identityMessages } from './identityMessages.js'
import { NoAccount } from './NoAccount.js'
import { useOwnedNames } from './useOwnedNames.js'

/** What a name is good for. Somebody who owns one already is told so. */
export default function ChooseNameView() {
  const messages = useMessages(identityMessages)
  const { isConnected } = useAccount()
  const navigation = useService(Navigation)
  const { zone } = useService(NameRegistration)
  const { owned, error, retry } = useOwnedNames()
  if (zone === undefined) return <EmptyState title={messages.none} text={messages.noneText} />
  if (!isConnected) return <NoAccount />
  if (error) return <ErrorState error={error} onRetry={retry} />
  const [first] = owned ?? []
  if (first !== undefined) {
    return (
      <EmptyState
        icon={<UserIcon size="lg" />}
        title={messages.alreadyOwned}
        text={messages.alreadyOwnedText({ name: first })}
      />
    )
  }
  return (
    <div className="lk-stack">
      <EmptyState
        icon={<UserIcon size="lg" />}
        title={messages.chooseHeading}
        text={messages.chooseText({ zone: safeText(zone, 32) })}
      />
      {owned ? (
        <Button
          fullWidth
          data-testid="lk-choose-name-start"
          onClick={() => navigation.push(RegisterNameRoute)}
        >
          {messages.chooseName}
        </Button>
      ) : (
        <Skeleton shape="block" />
      )}
    </div>
  )
}

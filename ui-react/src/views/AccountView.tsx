import { type AccountRoute, ConnectRoute, Navigation, Session } from '@latchkey/kernel/wallet'
import type { RouteParams } from '@latchkey/kernel/plugin'
import { Contained } from '../contain/Contained.js'
import { Button } from '../components/Button.js'
import { ActionBar } from '../components/ActionBar.js'
import { IconButton } from '../components/IconButton.js'
import { DisconnectIcon } from '../components/icons/DisconnectIcon.js'
import { EmptyState } from '../components/EmptyState.js'
import { Skeleton } from '../components/Skeleton.js'
import { useAccount } from '../hooks/useAccount.js'
import { account as section } from '../messages/en/account.js'
import { useMessages } from '../messages/useMessages.js'
import type { RouteViewProps } from '../routeView.js'
import { useService } from '../useService.js'
import { AccountActionsRow } from './AccountActionsRow.js'
import { AccountKinds } from './AccountKinds.js'
import { AccountLinks } from './AccountLinks.js'
import { AccountPanels } from './AccountPanels.js'
import { AccountSummary } from './AccountSummary.js'
import { useDisconnectWallet } from './useDisconnectWallet.js'
import { useKept } from './useKept.js'
import { WrongNetwork } from './WrongNetwork.js'

/** The connected account: who it is, what it holds, what can be done with it. */
export default function AccountView({ params }: RouteViewProps<RouteParams<typeof AccountRoute>>) {
  const messages = useMessages(section)
  const session = useService(Session)
  const navigation = useService(Navigation)
  const current = useAccount(params)
  // Kept, because the modal closes when the account goes: its last picture must not be an empty one.
  const shown = useKept(current.isConnected ? current : undefined)
  const disconnect = useDisconnectWallet()
  if (!shown) {
    if (current.status !== 'disconnected') return <AccountSkeleton label={messages.reconnecting} />
    return (
      <EmptyState
        title={messages.none}
        text={messages.noneText}
        action={<Button onClick={() => navigation.replace(ConnectRoute)}>{messages.connect}</Button>}
      />
    )
  }
  const { account, accounts, connection, namespace, network, networkId } = shown
  return (
    <div className="lk-stack">
      <WrongNetwork namespace={namespace} />
      <Contained name="summary of the account">
        <AccountSummary account={account} />
      </Contained>
      <AccountKinds
        account={account}
        accounts={accounts}
        network={network}
        networkId={networkId}
        onChoose={(accountId) =>
          session.setActiveAccount({ namespace, connectionId: connection.id, accountId })
        }
      />
      <Contained name="actions of the account">
        <AccountActionsRow account={account} />
      </Contained>
      <Contained name="panels of the account">
        <AccountPanels account={account} />
      </Contained>
      <ActionBar row>
        <Contained name="rows under the account">
          <AccountLinks connection={connection} namespace={namespace} />
        </Contained>
        <IconButton
          label={messages.disconnect}
          icon={<DisconnectIcon />}
          data-testid="disconnect-button"
          onClick={() => void disconnect({ connectionId: connection.id })}
        />
      </ActionBar>
    </div>
  )
}

function AccountSkeleton({ label }: { readonly label: string }) {
  return (
    <div className="lk-account-summary" role="status" aria-label={label}>
      <Skeleton shape="circle" />
      <Skeleton shape="title" width="half" />
      <Skeleton width="third" />
    </div>
  )
}

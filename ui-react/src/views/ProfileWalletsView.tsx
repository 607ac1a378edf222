import {
  ConnectRoute,
  type ConnectionRecord,
  connectorsOf,
  ConnectingExternalRoute,
  Navigation,
  partsOf,
  type ProfileWalletsRoute,
  type RecentWallet,
} from '@latchkey/kernel/wallet'
import type { NamespaceId, RouteParams } from '@latchkey/kernel/plugin'
import type { AccountId } from '@latchkey/kernel/contracts'
import { AmountText } from '../components/AmountText.js'
import { Avatar } from '../components/Avatar.js'
import { Badge } from '../components/Badge.js'
import { Button } from '../components/Button.js'
import { Card } from '../components/Card.js'
import { EmptyState } from '../components/EmptyState.js'
import { HiddenAmount } from '../components/HiddenAmount.js'
import { IconButton } from '../components/IconButton.js'
import { DisconnectIcon } from '../components/icons/DisconnectIcon.js'
import { PlusIcon } from '../components/icons/PlusIcon.js'
import { TrashIcon } from '../components/icons/TrashIcon.js'
import { ListRow } from '../components/ListRow.js'
import { NamedAddress } from '../components/NamedAddress.js'
import { NetworkIcon } from '../components/NetworkIcon.js'
import { useAccount } from '../hooks/useAccount.js'
import { useAccountIdentity } from '../hooks/useAccountIdentity.js'
import { useAddressNames } from '../hooks/useAddressNames.js'
import { useBalance } from '../hooks/useBalance.js'
import { useConnections } from '../hooks/useConnections.js'
import { useShownBalance } from '../hooks/useShownBalance.js'
import { account } from '../messages/en/account.js'
import { useMessages } from '../messages/useMessages.js'
import { useWords } from '../messages/useWords.js'
import type { RouteViewProps } from '../routeView.js'
import { useConnectors } from '../useConnectors.js'
import { useNamespace } from '../useNamespace.js'
import { useService } from '../useService.js'
import { useWalletName } from '../useWalletName.js'
import { safeText } from '../utils/safeText.js'
import { truncateAddress } from '@latchkey/kernel/contracts'
import { isOnePerKind, useKindWord } from './AccountKinds.js'
import { ConnectorIcon } from './ConnectorIcon.js'
import { useDisconnectWallet } from './useDisconnectWallet.js'

type Params = RouteParams<typeof ProfileWalletsRoute>

/** Every connected wallet with its accounts: which is active, switching, disconnecting, adding another. */
export default function ProfileWalletsView({ params }: RouteViewProps<Params>) {
  const messages = useMessages(account)
  const navigation = useService(Navigation)
  const disconnect = useDisconnectWallet()
  const { connections, recent, switchConnection, forgetRecent } = useConnections(params)
  const connectors = useConnectors()
  const { namespace: shown } = useAccount()
  const choose = (connectionId: string, namespace: NamespaceId, accountId: AccountId) => {
    switchConnection({ connectionId, namespace, accountId })
    // What stands before this view is about the account that was left.
    if (namespace !== shown && navigation.state.entries.length > 1) navigation.back()
  }
  const offered = recent.filter(
    (wallet) =>
      connectorsOf(connectors, wallet.connectorId).length > 0 &&
      !connections.some((connection) => isWithin(wallet, connection)),
  )
  const connect = ({ connectorId }: RecentWallet) => {
    const route = connectors.find(({ id }) => id === connectorId)?.route
    const isDrawn = route !== undefined && navigation.draws(route.name)
    navigation.push(isDrawn ? route : ConnectingExternalRoute, { connectorId })
  }
  const add = () => navigation.push(ConnectRoute, params)
  return (
    <div className="lk-stack">
      {connections.length === 0 ? (
        <EmptyState title={messages.none} text={messages.noneText} />
      ) : (
        connections.map((connection) => (
          <WalletCard
            key={connection.id}
            connection={connection}
            onDisconnect={() => void disconnect({ connectionId: connection.id })}
            onChoose={(namespace, accountId) => choose(connection.id, namespace, accountId)}
          />
        ))
      )}
      <RecentWallets
        wallets={offered}
        onConnect={connect}
        onForget={({ connectorId, name }) => forgetRecent(connectorId, name)}
      />
      <Button
        variant="secondary"
        fullWidth
        icon={<PlusIcon />}
        data-testid="add-connection-button"
        onClick={add}
      >
        {messages.addWallet}
      </Button>
      {connections.length > 1 ? (
        <Button
          variant="ghost"
          fullWidth
          icon={<DisconnectIcon />}
          data-testid="disconnect-all-button"
          onClick={() => void disconnect({})}
        >
          {messages.disconnectAll}
        </Button>
      ) : null}
    </div>
  )
}

/** Whether a wallet is connected already, alone or as a part. A session of another wallet is not this wallet's. */
function isWithin(wallet: RecentWallet, connection: ConnectionRecord): boolean {
  const connected = partsOf(connection.connectorId)
  const isConnector = partsOf(wallet.connectorId).every((id) => connected.includes(id))
  return isConnector && (connection.key === undefined || connection.name === wallet.name)
}

interface WalletCardProps {
  readonly connection: ConnectionRecord
  onChoose(namespace: NamespaceId, accountId: AccountId): void
  onDisconnect(): void
}

function WalletCard({ connection, onChoose, onDisconnect }: WalletCardProps) {
  const messages = useMessages(account)
  const wallet = useWalletName()(connection.name)
  return (
    <Card padding="none" data-testid={`lk-wallet-${connection.id}`}>
      <div className="lk-wallet-head">
        <ConnectorIcon name={connection.name} icon={connection.icon} size="sm" />
        <span className="lk-wallet-name">{wallet}</span>
        <IconButton
          label={messages.disconnectWallet({ wallet })}
          icon={<DisconnectIcon />}
          data-testid={`lk-disconnect-${connection.id}`}
          onClick={onDisconnect}
        />
      </div>
      <ul className="lk-list">
        {connection.accounts.map((candidate) => (
          <li key={candidate.id} className="lk-list-item">
            <AccountRow
              connection={connection}
              account={candidate}
              onChoose={() => onChoose(candidate.namespace, candidate.id)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface AccountRowProps {
  readonly connection: ConnectionRecord
  readonly account: ConnectionRecord['accounts'][number]
  onChoose(): void
}

function AccountRow({ connection, account: shown, onChoose }: AccountRowProps) {
  const messages = useMessages(account)
  const say = useWords()
  const namespace = say(useNamespace(shown.namespace)?.label)
  const kindWord = useKindWord()
  const own = useAddressNames().nameOf(shown.namespace, shown.address)
  const identity = useAccountIdentity(shown)
  const name = own ?? (safeText(identity?.name ?? '', 40) || undefined)
  const siblings = connection.accounts.filter((each) => each.namespace === shown.namespace)
  const facts = [
    name === undefined ? undefined : truncateAddress(safeText(shown.address, 256)),
    namespace,
    isOnePerKind(siblings) ? kindWord(shown.kind) : undefined,
    shown.label && safeText(shown.label, 32),
  ]
  const active = useAccount({ namespace: shown.namespace })
  const overall = useAccount()
  const isActive =
    active.isConnected && active.connection.id === connection.id && active.accountId === shown.id
  const isCurrent = isActive && overall.namespace === shown.namespace
  return (
    <ListRow
      leading={<AccountMark account={shown} avatar={identity?.avatar} />}
      // The person's own name for it stands before the one that a registry knows.
      title={
        own === undefined && name !== undefined ? (
          <bdi title={safeText(shown.address, 256)}>{name}</bdi>
        ) : (
          <NamedAddress network={shown.namespace} address={shown.address} />
        )
      }
      subtitle={facts.filter(Boolean).join(' · ')}
      badge={isCurrent ? <Badge tone="success">{messages.active}</Badge> : null}
      trailing={<AccountCoins account={shown} />}
      selected={isCurrent}
      testId={`lk-account-${shown.address}`}
      onClick={onChoose}
    />
  )
}

type ShownAccount = ConnectionRecord['accounts'][number]

interface AccountMarkProps {
  readonly account: ShownAccount
  readonly avatar: string | undefined
}

/** Whose it is and where: the account's picture, and the mark of the network it acts on. */
function AccountMark({ account: { namespace, address }, avatar }: AccountMarkProps) {
  const { network } = useAccount({ namespace })
  return (
    <span className="lk-token-icon">
      <Avatar address={address} src={avatar} />
      {network ? (
        <span className="lk-token-network">
          <NetworkIcon name={network.name} src={network.icon} networkId={network.id} size="xs" />
        </span>
      ) : null}
    </span>
  )
}

/** Its balance of the network's coin. A failed reading leaves the last one, or the room empty: the row is for choosing. */
function AccountCoins({ account: { namespace, address } }: { readonly account: ShownAccount }) {
  const { networkId } = useAccount({ namespace })
  const { amount } = useBalance({ namespace, address })
  const { hidden } = useShownBalance(networkId, address)
  if (!amount) return null
  return hidden ? <HiddenAmount /> : <AmountText {...amount} />
}

interface RecentWalletsProps {
  readonly wallets: readonly RecentWallet[]
  onConnect(wallet: RecentWallet): void
  onForget(wallet: RecentWallet): void
}

function RecentWallets({ wallets, onConnect, onForget }: RecentWalletsProps) {
  const messages = useMessages(account)
  const walletName = useWalletName()
  if (wallets.length === 0) return null
  return (
    <section className="lk-section" aria-label={messages.recentWallets}>
      <h3 className="lk-section-title">{messages.recentWallets}</h3>
      {wallets.map((wallet) => (
        <div key={`${wallet.connectorId} ${wallet.name}`} className="lk-wallet-head">
          <ListRow
            leading={<ConnectorIcon name={wallet.name} icon={wallet.icon} />}
            title={walletName(wallet.name)}
            subtitle={messages.connectAgain}
            testId={`lk-recent-${wallet.connectorId}`}
            onClick={() => onConnect(wallet)}
          />
          <IconButton
            label={messages.forget({ wallet: walletName(wallet.name) })}
            icon={<TrashIcon />}
            onClick={() => onForget(wallet)}
          />
        </div>
      ))}
    </section>
  )
}

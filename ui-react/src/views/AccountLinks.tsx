import {
  type ConnectionRecord,
  Navigation,
  NetworksRoute,
  ProfileWalletsRoute,
} from '@latchkey/kernel/wallet'
import type { NamespaceId } from '@latchkey/kernel/plugin'
import { NetworksClicked } from '../clickEvents.js'
import { ListRow } from '../components/ListRow.js'
import { NetworkIcon } from '../components/NetworkIcon.js'
import { useConnections } from '../hooks/useConnections.js'
import { useAccount } from '../hooks/useAccount.js'
import { account as section } from '../messages/en/account.js'
import { useCounted } from '../messages/useCounted.js'
import { useMessages } from '../messages/useMessages.js'
import { useEmit } from '../useEmit.js'
import { useService } from '../useService.js'
import { useWalletName } from '../useWalletName.js'
import { isOnePerKind } from './AccountKinds.js'
import { ConnectorIcon } from './ConnectorIcon.js'
import { useCanSwitchNetwork } from './useCanSwitchNetwork.js'

export interface AccountLinksProps {
  readonly connection: ConnectionRecord
  readonly namespace: NamespaceId
}

/** From the account to its network and to the wallets behind it. */
export function AccountLinks({ connection, namespace }: AccountLinksProps) {
  const messages = useMessages(section)
  const counted = useCounted()
  const walletName = useWalletName()
  const navigation = useService(Navigation)
  const emit = useEmit()
  const { network, networkId } = useAccount({ namespace })
  const { connections } = useConnections()
  const unlisted = networkId === undefined ? messages.unknownNetwork : messages.unsupportedNetwork
  const networkName = network?.name ?? unlisted
  const canSwitch = useCanSwitchNetwork(namespace)
  const openNetworks = () => {
    emit(NetworksClicked, undefined)
    navigation.push(NetworksRoute)
  }
  // As many as the view behind the row lists, on every chain.
  const accounts = connections.flatMap((each) => each.accounts)
  const counts = [
    ...(connections.length > 1 ? [messages.walletCount(counted(connections.length))] : []),
    ...(accounts.length > 1 && !isOnePerKind(accounts)
      ? [messages.accountCount(counted(accounts.length))]
      : []),
  ]
  return (
    <>
      {networkId === undefined ? null : (
        <ListRow
          leading={<NetworkIcon name={networkName} src={network?.icon} networkId={network?.id} size="sm" />}
          title={networkName}
          subtitle={messages.network}
          testId="lk-network-row"
          {...(canSwitch ? { onClick: openNetworks } : {})}
        />
      )}
      <ListRow
        leading={<ConnectorIcon name={connection.name} icon={connection.icon} size="sm" />}
        title={walletName(connection.name)}
        subtitle={counts.length > 0 ? counts.join(' · ') : messages.wallet}
        testId="lk-wallets-row"
        onClick={() => navigation.push(ProfileWalletsRoute)}
      />
    </>
  )
}

import { Navigation } from '@latchkey/kernel/wallet'
import type { Network } from '@latchkey/kernel/plugin'
import { ListRow, NetworkIcon, useCounted, useMessages, useService } from '@latchkey/ui-react'
import type { ReceiveNetwork } from '../ReceiveService.js'
import { CompatibleNetworksRoute } from '../receiveRoutes.js'
import { receiveMessages } from './receiveMessages.js'

/** Pictures that fit on one row. */
const iconLimit = 5

export interface NetworkSummaryProps {
  readonly chosen: Network
  readonly networks: readonly ReceiveNetwork[]
}

/** Where the address works: one network is named, several are shown by up to five pictures and lead to the list. */
export function NetworkSummary({ chosen, networks }: NetworkSummaryProps) {
  const messages = useMessages(receiveMessages)
  const counted = useCounted()
  const navigation = useService(Navigation)
  if (networks.length < 2) {
    return (
      <ListRow
        leading={<NetworkIcon name={chosen.name} src={chosen.icon} networkId={chosen.id} />}
        title={chosen.name}
        subtitle={messages.onlyHere}
        testId="lk-receive-network"
      />
    )
  }
  return (
    <ListRow
      title={messages.networkCount(counted(networks.length))}
      trailing={
        <span className="lk-icon-stack">
          {networks.slice(0, iconLimit).map(({ network }) => (
            <NetworkIcon
              key={network.id}
              name={network.name}
              src={network.icon}
              networkId={network.id}
              size="xs"
            />
          ))}
        </span>
      }
      chevron
      testId="lk-receive-networks-row"
      onClick={() => navigation.push(CompatibleNetworksRoute)}
    />
  )
}

import type { Account } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import {
  AddressText,
  ErrorState,
  ListRow,
  NetworkIcon,
  SkeletonRow,
  useAccount,
  useMessages,
  useService,
} from '@latchkey/ui-react'
import { Receive } from '../ReceiveService.js'
import { NoAccount } from './NoAccount.js'
import { receiveMessages } from './receiveMessages.js'
import { Rows } from './Rows.js'
import { useChosenNetwork, useReceiveNetworks } from './useReceive.js'

/** Every network on which the account can be paid, to be paid on another one. */
export default function CompatibleNetworksView() {
  const { account } = useAccount()
  return account ? <Networks account={account} /> : <NoAccount />
}

function Networks({ account }: { readonly account: Account }) {
  const messages = useMessages(receiveMessages)
  const navigation = useService(Navigation)
  const receive = useService(Receive)
  const networks = useReceiveNetworks(account)
  const chosen = useChosenNetwork(networks.value ?? [])
  if (networks.status === 'error') return <ErrorState error={networks.error} onRetry={networks.retry} />
  return (
    <div className="lk-stack">
      <p className="lk-hint">{messages.networksText}</p>
      {networks.status === 'loading' ? (
        <SkeletonRow />
      ) : (
        <Rows items={networks.value} label={messages.chooseNetwork} testId="lk-receive-networks">
          {({ network, address }) => (
            <ListRow
              key={network.id}
              leading={<NetworkIcon name={network.name} src={network.icon} networkId={network.id} />}
              title={network.name}
              subtitle={<AddressText address={address} />}
              selected={network.id === chosen?.network.id}
              testId={`lk-receive-network-${network.id}`}
              onClick={() => {
                receive.setNetwork(network.id)
                navigation.back()
              }}
            />
          )}
        </Rows>
      )}
    </div>
  )
}

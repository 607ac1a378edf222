import { NetworkError } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { PolkadotNetwork, PolkadotNetworks } from '../networks.js'

/** Finds a listed network. @throws NetworkError `NETWORK_NOT_FOUND` */
export function networkOf(networks: PolkadotNetworks, networkId: NetworkId): PolkadotNetwork {
  const network = networks.get(networkId)
  if (network) return network
  throw new NetworkError('Network Not Found', {
    code: 'NETWORK_NOT_FOUND',
    metaMessages: [`polkadot() does not list "${networkId}". Add it to "networks".`],
  })
}

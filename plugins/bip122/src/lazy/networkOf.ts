import { NetworkError } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { BitcoinNetwork, BitcoinNetworks } from '../networks.js'

/** Finds a listed network. @throws NetworkError `NETWORK_NOT_FOUND` */
export function networkOf(networks: BitcoinNetworks, networkId: NetworkId): BitcoinNetwork {
  const network = networks.get(networkId)
  if (network) return network
  throw new NetworkError('Network Not Found', {
    code: 'NETWORK_NOT_FOUND',
    metaMessages: [`bip122() does not list "${networkId}". Add it to "networks".`],
  })
}

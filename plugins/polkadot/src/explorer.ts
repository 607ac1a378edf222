import { linkToExplorer } from '@latchkey/kernel/chain'
import type { ExplorerCapability } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { addressFor } from './address.js'
import type { PolkadotNetworks } from './networks.js'

/** Links to the network's explorer. Addresses are written in the network's own form. */
export function createExplorer(networks: PolkadotNetworks): ExplorerCapability {
  const link = (networkId: NetworkId, kind: string, id: string) =>
    linkToExplorer(networks.get(networkId)?.explorer?.url, kind, id)
  return {
    addressUrl(networkId, address) {
      const prefix = networks.get(networkId)?.ss58Prefix ?? 42
      return link(networkId, 'account', addressFor(prefix, address) ?? address)
    },
    transactionUrl: (networkId, transactionId) => link(networkId, 'extrinsic', transactionId),
  }
}

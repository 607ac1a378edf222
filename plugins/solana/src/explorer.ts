import { linkToExplorer } from '@latchkey/kernel/chain'
import type { ExplorerCapability } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { currentNetworkId, type SolanaNetworks } from './networks.js'

/** Links to the network's explorer. A query of its URL, which names the cluster, is kept on every link. */
export function createExplorer(networks: SolanaNetworks): ExplorerCapability {
  const link = (networkId: NetworkId, kind: string, id: string) =>
    linkToExplorer(networks.get(currentNetworkId(networkId))?.explorer?.url, kind, id)
  return {
    addressUrl: (networkId, address) => link(networkId, 'address', address),
    transactionUrl: (networkId, transactionId) => link(networkId, 'tx', transactionId),
  }
}

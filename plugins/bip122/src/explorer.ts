import { linkToExplorer } from '@latchkey/kernel/chain'
import type { ExplorerCapability } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { BitcoinNetworks } from './networks.js'

/** Links in the form that Bitcoin explorers share. */
export function createExplorer(networks: BitcoinNetworks): ExplorerCapability {
  const link = (networkId: NetworkId, kind: string, id: string) =>
    linkToExplorer(networks.get(networkId)?.explorer?.url, kind, id)
  return {
    addressUrl: (networkId, address) => link(networkId, 'address', address),
    transactionUrl: (networkId, transactionId) => link(networkId, 'tx', transactionId),
  }
}

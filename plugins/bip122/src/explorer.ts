import type { ExplorerCapability, NetworkId } from '@latchkey/kernel/plugin'
import type { BitcoinNetworks } from './networks.js'

/** Links in the form that Bitcoin explorers share. */
export function createExplorer(networks: BitcoinNetworks): ExplorerCapability {
  const link = (networkId: NetworkId, kind: string, id: string) => {
    const url = networks.get(networkId)?.explorer?.url
    return url === undefined ? undefined : `${url.replace(/\/+$/, '')}/${kind}/${encodeURIComponent(id)}`
  }
  return {
    addressUrl: (networkId, address) => link(networkId, 'address', address),
    transactionUrl: (networkId, transactionId) => link(networkId, 'tx', transactionId),
  }
}

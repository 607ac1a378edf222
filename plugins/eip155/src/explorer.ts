import { linkToExplorer } from '@latchkey/kernel/chain'
import type { ExplorerCapability } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { EvmNetworks } from './evmChain.js'

/** Links in the form that EVM explorers share (EIP-3091). */
export function createExplorer(networks: EvmNetworks): ExplorerCapability {
  const link = (networkId: NetworkId, kind: string, id: string) =>
    linkToExplorer(networks.get(networkId)?.network.explorer?.url, kind, id)
  return {
    addressUrl: (networkId, address) => link(networkId, 'address', address),
    transactionUrl: (networkId, transactionId) => link(networkId, 'tx', transactionId),
  }
}

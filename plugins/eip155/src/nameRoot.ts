import type { NetworkId } from '@latchkey/kernel/plugin'
import type { EvmNetworks } from './evmChain.js'

const mainnet: NetworkId = 'eip155:1'

/** The listed network where the names of a network's addresses are kept: itself, or Ethereum (ENSIP-19). */
export function nameRoot(networks: EvmNetworks, networkId: NetworkId): NetworkId | undefined {
  const candidates = networks.has(networkId) ? [networkId, mainnet] : []
  return candidates.find((id) => networks.get(id)?.chain.contracts?.ensUniversalResolver)
}

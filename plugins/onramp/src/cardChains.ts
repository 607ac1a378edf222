import { namespaceOf } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'

/** What providers of card payments call the networks that they deliver on, by CAIP-2. */
export const cardChains: Readonly<Record<NetworkId, string>> = {
  'eip155:1': 'ethereum',
  'eip155:42161': 'arbitrum',
  'eip155:137': 'polygon',
  'eip155:80094': 'berachain',
  'eip155:43114': 'avalanche-c-chain',
  'eip155:10': 'optimism',
  'eip155:42220': 'celo',
  'eip155:8453': 'base',
}

/** Where is delivered instead of an EVM network that no provider delivers on. */
const fallbackNetwork: NetworkId = 'eip155:1'

/** The network on which can be bought, for someone who is on `networkId`. `undefined` where nothing can. */
export function deliveryNetwork(
  networkId: NetworkId,
  supports: (networkId: NetworkId) => boolean,
): NetworkId | undefined {
  if (supports(networkId)) return networkId
  return namespaceOf(networkId) === 'eip155' && supports(fallbackNetwork) ? fallbackNetwork : undefined
}

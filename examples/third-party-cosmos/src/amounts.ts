import type { NetworkId } from '@latchkey/kernel/plugin'
import { networkNotFound } from '@latchkey/kernel/wallet'
import type { CosmosNetwork } from './networks.js'

/** Finds what the host lists. @throws NetworkError `NETWORK_NOT_FOUND` */
export function networkOf(networks: readonly CosmosNetwork[], id: NetworkId): CosmosNetwork {
  const network = networks.find((one) => one.id === id)
  if (!network) throw networkNotFound(id)
  return network
}

/** An amount of the network's coin, in its smallest unit. */
export const coins = ({ nativeCurrency: { symbol, decimals } }: CosmosNetwork, value: bigint) => ({
  value,
  symbol,
  decimals,
})

import { referenceProfile } from '@latchkey/plugin-siwx'
import { isCosmosAddress } from './address.js'
import { cosmosHub, type CosmosNetwork, osmosis } from './networks.js'

/** The text that accounts of these networks sign in with, for page and server alike. */
export function cosmosProfile(networks: readonly CosmosNetwork[] = [cosmosHub, osmosis]) {
  const prefixes = networks.map(({ bech32Prefix }) => bech32Prefix)
  return referenceProfile({
    namespace: 'cosmos',
    accountKind: 'Cosmos',
    isAddress: (address) => isCosmosAddress(address, prefixes),
    canonicalAddress: (address) => address.toLowerCase(),
  })
}

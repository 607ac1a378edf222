import type { BitcoinAddress } from './bitcoinAddress.js'

/** CAIP-2 ids (BIP-122 genesis hashes) and the network whose addresses each has. */
const NETWORKS: Readonly<Record<string, BitcoinAddress['network']>> = {
  'bip122:000000000019d6689c085ae165831e93': 'mainnet',
  // Testnet 3, testnet 4 and signet spell their addresses alike.
  'bip122:000000000933ea01ad0ee984209779ba': 'testnet',
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'testnet',
  'bip122:00000008819873e925422c1ff0f99f7c': 'testnet',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'regtest',
}

/**
 * Whether an address is one of the chain. Regtest writes its base58 addresses as testnet does. Chains that are not
 * Bitcoin (Litecoin, Dogecoin) have none that this package reads.
 */
export function isOnChain({ kind, network }: BitcoinAddress, chainId: string): boolean {
  const wanted = Object.hasOwn(NETWORKS, chainId) ? NETWORKS[chainId] : undefined
  const isBase58 = kind === 'p2pkh' || kind === 'p2sh'
  return network === wanted || (isBase58 && network === 'testnet' && wanted === 'regtest')
}

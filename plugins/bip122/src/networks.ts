import type { Network, NetworkId } from '@latchkey/kernel/plugin'
import type { AddressFamily } from './address.js'

/** What wallets call a network, in one spelling. */
export type BitcoinChain = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest'

/** A Bitcoin network as the host lists it. `rpcUrls` are bases of Esplora-style HTTP interfaces, best first. */
export interface BitcoinNetwork extends Network {
  readonly chain: BitcoinChain
}

/** Listed networks by CAIP-2 id. */
export type BitcoinNetworks = ReadonlyMap<NetworkId, BitcoinNetwork>

/** CAIP-2: the first 32 hex digits of the genesis block's hash (namespace bip122). */
const genesis: Readonly<Record<BitcoinChain, string>> = {
  mainnet: '000000000019d6689c085ae165831e93',
  testnet: '000000000933ea01ad0ee984209779ba',
  testnet4: '00000000da84f2bafbbc53dee25a72ae',
  signet: '00000008819873e925422c1ff0f99f7c',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328',
}

const nativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }

/** Bitcoin itself. The public endpoint is shared and rate-limited: give `esploraUrls` in production. */
export const bitcoinMainnet: BitcoinNetwork = {
  id: /* @__PURE__ */ networkIdOf('mainnet'),
  namespace: 'bip122',
  name: 'Bitcoin',
  chain: 'mainnet',
  nativeCurrency,
  rpcUrls: ['https://mempool.space/api'],
  explorer: { name: 'mempool.space', url: 'https://mempool.space' },
}

/** Testnet3. */
export const bitcoinTestnet: BitcoinNetwork = {
  id: /* @__PURE__ */ networkIdOf('testnet'),
  namespace: 'bip122',
  name: 'Bitcoin Testnet',
  chain: 'testnet',
  nativeCurrency,
  rpcUrls: ['https://mempool.space/testnet/api'],
  explorer: { name: 'mempool.space', url: 'https://mempool.space/testnet' },
  testnet: true,
}

export const bitcoinTestnet4: BitcoinNetwork = {
  id: /* @__PURE__ */ networkIdOf('testnet4'),
  namespace: 'bip122',
  name: 'Bitcoin Testnet 4',
  chain: 'testnet4',
  nativeCurrency,
  rpcUrls: ['https://mempool.space/testnet4/api'],
  explorer: { name: 'mempool.space', url: 'https://mempool.space/testnet4' },
  testnet: true,
}

export const bitcoinSignet: BitcoinNetwork = {
  id: /* @__PURE__ */ networkIdOf('signet'),
  namespace: 'bip122',
  name: 'Bitcoin Signet',
  chain: 'signet',
  nativeCurrency,
  rpcUrls: ['https://mempool.space/signet/api'],
  explorer: { name: 'mempool.space', url: 'https://mempool.space/signet' },
  testnet: true,
}

/** A private chain; the id is the same for all of them. It has no public endpoint: give `esploraUrls`. */
export const bitcoinRegtest: BitcoinNetwork = {
  id: /* @__PURE__ */ networkIdOf('regtest'),
  namespace: 'bip122',
  name: 'Bitcoin Regtest',
  chain: 'regtest',
  nativeCurrency,
  rpcUrls: [],
  testnet: true,
}

/** Which form the addresses of a network have. */
export function familyOf({ chain }: Pick<BitcoinNetwork, 'chain'>): AddressFamily {
  return chain === 'mainnet' ? 'main' : chain === 'regtest' ? 'regtest' : 'test'
}

/** CAIP-2 id of a network by the name wallets use, listed or not. */
export function networkIdOf(chain: BitcoinChain): NetworkId {
  return `bip122:${genesis[chain]}`
}

/** The network's name by CAIP-2 id; `undefined` for an id that is no Bitcoin network of ours. */
export function chainOf(networkId: NetworkId): BitcoinChain | undefined {
  return (Object.keys(genesis) as BitcoinChain[]).find((chain) => networkIdOf(chain) === networkId)
}

/** How the ids of networks begin that a wallet stands on and that we have no name for. They are no CAIP-2 ids of any network. */
export const unknownNetwork = 'bip122:unknown-'

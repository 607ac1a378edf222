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

function define(chain: BitcoinChain, name: string, path?: string): BitcoinNetwork {
  const url = `https://mempool.space${path}`
  return {
    id: `bip122:${genesis[chain]}`,
    namespace: 'bip122',
    name,
    chain,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: path === undefined ? [] : [`${url}/api`],
    ...(path === undefined ? {} : { explorer: { name: 'mempool.space', url } }),
    ...(chain === 'mainnet' ? {} : { testnet: true }),
  }
}

/** Bitcoin itself. The public endpoint is shared and rate-limited: give `esploraUrls` in production. */
export const bitcoinMainnet: BitcoinNetwork = /* @__PURE__ */ define('mainnet', 'Bitcoin', '')
/** Testnet3. */
export const bitcoinTestnet: BitcoinNetwork = /* @__PURE__ */ define('testnet', 'Bitcoin Testnet', '/testnet')
export const bitcoinTestnet4: BitcoinNetwork = /* @__PURE__ */ define(
  'testnet4',
  'Bitcoin Testnet 4',
  '/testnet4',
)
export const bitcoinSignet: BitcoinNetwork = /* @__PURE__ */ define('signet', 'Bitcoin Signet', '/signet')
/** A private chain; the id is the same for all of them. It has no public endpoint: give `esploraUrls`. */
export const bitcoinRegtest: BitcoinNetwork = /* @__PURE__ */ define('regtest', 'Bitcoin Regtest')

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

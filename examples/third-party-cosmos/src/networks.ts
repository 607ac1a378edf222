import type { Network } from '@latchkey/kernel/plugin'

/**
 * A network of the `cosmos` namespace. The CAIP-2 reference is the chain id (namespaces/cosmos/caip2), and `rpcUrls` are those of the HTTP
 * gateway: the ones below have none, because who serves it to a page is the host's to choose.
 */
export interface CosmosNetwork extends Network {
  readonly chainId: string
  readonly bech32Prefix: string
  /** How the chain calls its coin. */
  readonly denom: string
  /** The price of work: `amount` of the coin's smallest unit for `per` units of work. */
  readonly gasPrice: { readonly amount: bigint; readonly per: bigint }
}

function network(
  chainId: string,
  name: string,
  bech32Prefix: string,
  symbol: string,
  explorer: string,
): CosmosNetwork {
  return {
    id: `cosmos:${chainId}`,
    namespace: 'cosmos',
    name,
    chainId,
    bech32Prefix,
    denom: `u${symbol.toLowerCase()}`,
    gasPrice: { amount: 3n, per: 100n },
    nativeCurrency: { name: symbol, symbol, decimals: 6 },
    rpcUrls: [],
    explorer: { name: 'Mintscan', url: explorer },
  }
}

export const cosmosHub = network(
  'cosmoshub-4',
  'Cosmos Hub',
  'cosmos',
  'ATOM',
  'https://www.mintscan.io/cosmos',
)
export const osmosis = network('osmosis-1', 'Osmosis', 'osmo', 'OSMO', 'https://www.mintscan.io/osmosis')
export const osmosisTestnet: CosmosNetwork = {
  ...network('osmo-test-5', 'Osmosis testnet', 'osmo', 'OSMO', 'https://mintscan.io/osmosis-testnet'),
  testnet: true,
}

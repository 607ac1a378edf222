import type { Network, NetworkId } from '@latchkey/kernel/plugin'

/** A chain as the host lists it. Its CAIP-2 id is `polkadot:` and the first 32 hex characters of the genesis hash. */
export interface PolkadotNetwork extends Network {
  /** 0x-prefixed hex of 32 bytes. The plugin refuses nodes of another chain. */
  readonly genesisHash: `0x${string}`
  /** In whose form addresses are shown, 0 to 16383. */
  readonly ss58Prefix: number
  /** The chain where the coin of this relay chain is kept, for what is said when this one holds nothing. */
  readonly assetHub?: NetworkId
  /** The chain that keeps the accounts' names. `true` stands for the one that this package knows. Without it, the plugin looks up no names. */
  readonly people?: PeopleChain | true | undefined
  /**
   * `false` says that the runtime has `CheckMetadataHash` and was built without the hash, as development chains often are:
   * it refuses every transaction that has one. Never say so of a chain with money on it.
   */
  readonly metadataHash?: false
}

/** The system parachain that keeps who is who: identities and usernames. Its coin and its form of addresses are the network's. */
export interface PeopleChain {
  /** 0x-prefixed hex of 32 bytes. The plugin refuses nodes of another chain. */
  readonly genesisHash: `0x${string}`
  /** WS(S), best first. Asked only when a name is looked up. */
  readonly rpcUrls: readonly string[]
}

/** Listed networks by CAIP-2 id. */
export type PolkadotNetworks = ReadonlyMap<NetworkId, PolkadotNetwork>

const dot = { name: 'Polkadot', symbol: 'DOT', decimals: 10 }
const ksm = { name: 'Kusama', symbol: 'KSM', decimals: 12 }
const wnd = { name: 'Westend', symbol: 'WND', decimals: 12 }
const pas = { name: 'Paseo', symbol: 'PAS', decimals: 10 }

/** Where DOT is kept since the balances moved off the relay chain in 2025. */
export const polkadotAssetHub: PolkadotNetwork = {
  id: 'polkadot:68d56f15f85d3136970ec16946040bc1',
  namespace: 'polkadot',
  name: 'Polkadot Asset Hub',
  genesisHash: '0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f',
  ss58Prefix: 0,
  nativeCurrency: dot,
  rpcUrls: [
    'wss://asset-hub-polkadot-rpc.n.dwellir.com',
    'wss://asset-hub-polkadot.rotko.net',
    'wss://rpc-asset-hub-polkadot.stakeworld.io',
  ],
  explorer: { name: 'Subscan', url: 'https://assethub-polkadot.subscan.io' },
  people: true,
}

export const kusamaAssetHub: PolkadotNetwork = {
  id: 'polkadot:48239ef607d7928874027a43a6768920',
  namespace: 'polkadot',
  name: 'Kusama Asset Hub',
  genesisHash: '0x48239ef607d7928874027a43a67689209727dfb3d3dc5e5b03a39bdc2eda771a',
  ss58Prefix: 2,
  nativeCurrency: ksm,
  rpcUrls: [
    'wss://asset-hub-kusama-rpc.n.dwellir.com',
    'wss://asset-hub-kusama.rotko.net',
    'wss://kusama-asset-hub-rpc.polkadot.io',
  ],
  explorer: { name: 'Subscan', url: 'https://assethub-kusama.subscan.io' },
  people: true,
}

export const westendAssetHub: PolkadotNetwork = {
  id: 'polkadot:67f9723393ef76214df0118c34bbbd3d',
  namespace: 'polkadot',
  name: 'Westend Asset Hub',
  genesisHash: '0x67f9723393ef76214df0118c34bbbd3dbebc8ed46a10973a8c969d48fe7598c9',
  ss58Prefix: 42,
  nativeCurrency: wnd,
  rpcUrls: ['wss://asset-hub-westend-rpc.n.dwellir.com', 'wss://westend-asset-hub-rpc.polkadot.io'],
  explorer: { name: 'Subscan', url: 'https://assethub-westend.subscan.io' },
  testnet: true,
  people: true,
}

export const paseoAssetHub: PolkadotNetwork = {
  id: 'polkadot:d6eec26135305a8ad257a20d00335728',
  namespace: 'polkadot',
  name: 'Paseo Asset Hub',
  genesisHash: '0xd6eec26135305a8ad257a20d003357284c8aa03d0bdb2b357ab0a22371e11ef2',
  ss58Prefix: 0,
  nativeCurrency: pas,
  rpcUrls: ['wss://asset-hub-paseo-rpc.n.dwellir.com', 'wss://sys.turboflakes.io/asset-hub-paseo'],
  explorer: { name: 'Subscan', url: 'https://assethub-paseo.subscan.io' },
  testnet: true,
  people: true,
}

/** The relay chain. Balances moved to {@link polkadotAssetHub}: here almost every account is empty. */
export const polkadotRelay: PolkadotNetwork = {
  id: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  namespace: 'polkadot',
  name: 'Polkadot Relay',
  genesisHash: '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3',
  ss58Prefix: 0,
  nativeCurrency: dot,
  rpcUrls: [
    'wss://polkadot-rpc.publicnode.com',
    'wss://polkadot-rpc.n.dwellir.com',
    'wss://polkadot.rotko.net',
  ],
  explorer: { name: 'Subscan', url: 'https://polkadot.subscan.io' },
  assetHub: 'polkadot:68d56f15f85d3136970ec16946040bc1',
  people: true,
}

export const kusamaRelay: PolkadotNetwork = {
  id: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
  namespace: 'polkadot',
  name: 'Kusama Relay',
  genesisHash: '0xb0a8d493285c2df73290dfb7e61f870f17b41801197a149ca93654499ea3dafe',
  ss58Prefix: 2,
  nativeCurrency: ksm,
  rpcUrls: [
    'wss://kusama-rpc.publicnode.com',
    'wss://kusama-rpc.n.dwellir.com',
    'wss://rpc-kusama.stakeworld.io',
  ],
  explorer: { name: 'Subscan', url: 'https://kusama.subscan.io' },
  assetHub: 'polkadot:48239ef607d7928874027a43a6768920',
  people: true,
}

export const westendRelay: PolkadotNetwork = {
  id: 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e',
  namespace: 'polkadot',
  name: 'Westend Relay',
  genesisHash: '0xe143f23803ac50e8f6f8e62695d1ce9e4e1d68aa36c1cd2cfd15340213f3423e',
  ss58Prefix: 42,
  nativeCurrency: wnd,
  rpcUrls: ['wss://westend-rpc.n.dwellir.com', 'wss://westend.api.onfinality.io/public-ws'],
  explorer: { name: 'Subscan', url: 'https://westend.subscan.io' },
  testnet: true,
  assetHub: 'polkadot:67f9723393ef76214df0118c34bbbd3d',
  people: true,
}

export const paseoRelay: PolkadotNetwork = {
  id: 'polkadot:374057be67b355151f271ff70c3db983',
  namespace: 'polkadot',
  name: 'Paseo Relay',
  genesisHash: '0x374057be67b355151f271ff70c3db98308c62c8adc48dc6724b6a009a1a014fd',
  ss58Prefix: 0,
  nativeCurrency: pas,
  rpcUrls: [
    'wss://paseo-rpc.n.dwellir.com',
    'wss://paseo-v2.rpc.turboflakes.io',
    'wss://rpc-paseo.stakeworld.io',
  ],
  testnet: true,
  assetHub: 'polkadot:d6eec26135305a8ad257a20d00335728',
  people: true,
}

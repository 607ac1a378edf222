import type { NetworkId } from '@latchkey/kernel/plugin'
import type { PeopleChain } from '../../networks.js'

// Genesis hashes and endpoints of the People chains: polkadot-js/apps, packages/apps-config, read on 2026-11-23.
const polkadot: PeopleChain = {
  genesisHash: '0x67fa177a097bfa18f77ea95ab56e9bcdfeb0e5b8a40e46298bb93e16b6fc5008',
  rpcUrls: ['wss://people-polkadot-rpc.n.dwellir.com', 'wss://polkadot-people-rpc.polkadot.io'],
}
const kusama: PeopleChain = {
  genesisHash: '0xc1af4cb4eb3918e5db15086c0cc5ec17fb334f728b7c65dd44bfe1e174ff8b3f',
  rpcUrls: ['wss://people-kusama-rpc.n.dwellir.com', 'wss://kusama-people-rpc.polkadot.io'],
}
const westend: PeopleChain = {
  genesisHash: '0x1eb6fb0ba5187434de017a70cb84d4f47142df1d571d0ef9e7e1407f2b80b93c',
  rpcUrls: ['wss://people-westend-rpc.n.dwellir.com', 'wss://westend-people-rpc.polkadot.io'],
}
const paseo: PeopleChain = {
  genesisHash: '0xe6c30d6e148f250b887105237bcaa5cb9f16dd203bf7b5b9d4f1da7387cb86ec',
  rpcUrls: ['wss://people-paseo.gatotech.network', 'wss://people-paseo.rotko.net'],
}

/** The People chains of the networks of this package, by id. A page that lists one network doesn't load all of them first. */
export const knownPeople: ReadonlyMap<NetworkId, PeopleChain> = new Map([
  ['polkadot:68d56f15f85d3136970ec16946040bc1', polkadot],
  ['polkadot:91b171bb158e2d3848fa23a9f1c25182', polkadot],
  ['polkadot:48239ef607d7928874027a43a6768920', kusama],
  ['polkadot:b0a8d493285c2df73290dfb7e61f870f', kusama],
  ['polkadot:67f9723393ef76214df0118c34bbbd3d', westend],
  ['polkadot:e143f23803ac50e8f6f8e62695d1ce9e', westend],
  ['polkadot:d6eec26135305a8ad257a20d00335728', paseo],
  ['polkadot:374057be67b355151f271ff70c3db983', paseo],
])

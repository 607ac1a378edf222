export type { PolkadotAccount } from './devAccounts.js'
export { type PolkadotStack, type StartPolkadotOptions, startPolkadot } from './startPolkadot.js'
export { type StorageNode, type StorageNodeOptions, startStorageNode } from './startStorageNode.js'

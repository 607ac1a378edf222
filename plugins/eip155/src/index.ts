export { isAddress, isSameAddress, toChecksumAddress } from './address.js'
export { Eip155Connections } from './connections.js'
export type { Eip155ConnectionsService, WalletAccess } from './connections.js'
export { EvmCalls } from './calls.js'
export type { EvmCall } from './calls.js'
export { Eip155Client } from './clients.js'
export type { ClientOptions, Eip155ClientService, EvmClient } from './clients.js'
export type { Exclusions } from './discover/startDiscovery.js'
export { eip155 } from './eip155.js'
export type { Eip155Options } from './eip155.js'
export type { EvmChain, EvmChainFamily, EvmContract, EvmContracts } from './evmChain.js'
export type { RpcUrls } from './networks.js'
export { Eip155Provider } from './provider.js'
export type { Eip1193Provider } from './provider.js'
export { SignTypedData } from './typedData.js'
export type {
  SignTypedDataCapability,
  SignTypedDataRequest,
  TypedData,
  TypedDataDomain,
} from './typedData.js'

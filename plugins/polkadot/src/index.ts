export { PolkadotCalls } from './calls.js'
export type { PolkadotCall } from './calls.js'
export { polkadot } from './polkadot.js'
export type { InjectedWalletFacts, PolkadotOptions } from './readOptions.js'
export { PolkadotProvider } from './provider.js'
export type {
  InjectedAccount,
  InjectedPayload,
  InjectedSignature,
  InjectedSigner,
  PolkadotWallet,
} from './provider.js'
export { definePolkadotNetwork } from './definePolkadotNetwork.js'
export type { PolkadotNetworkDefinition } from './definePolkadotNetwork.js'
export {
  kusamaAssetHub,
  kusamaRelay,
  paseoAssetHub,
  paseoRelay,
  polkadotAssetHub,
  polkadotRelay,
  westendAssetHub,
  westendRelay,
} from './networks.js'
export type { PeopleChain, PolkadotNetwork } from './networks.js'
export { PolkadotBalance } from './polkadotBalance.js'
export type { PolkadotBalanceCapability, PolkadotBalanceFigures } from './polkadotBalance.js'
export { SignPayload } from './signPayload.js'
export type { SignedPayload, SignPayloadCapability, SignPayloadRequest } from './signPayload.js'
export { addressFor } from './address.js'

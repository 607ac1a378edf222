export { isAddress, isSameAddress, parseAddress } from './address.js'
export type { AddressFamily, AddressKind, ParsedAddress } from './address.js'
export { bip122 } from './bip122.js'
export { BitcoinCalls } from './calls.js'
export type { BitcoinAddressCall, BitcoinCall, BitcoinDataCall, BitcoinScriptCall } from './calls.js'
export {
  bitcoinMainnet,
  bitcoinRegtest,
  bitcoinSignet,
  bitcoinTestnet,
  bitcoinTestnet4,
} from './networks.js'
export type { BitcoinChain, BitcoinNetwork } from './networks.js'
export { Bip122Provider } from './provider.js'
export type { BitcoinWallet, MessageProtocol, PsbtInput } from './provider.js'
export type { Bip122Options } from './readOptions.js'
export type { SignBitcoinMessageRequest } from './signMessageRequest.js'
export { SignPsbt } from './signPsbt.js'
export type { SignedPsbt, SignPsbtCapability, SignPsbtRequest } from './signPsbt.js'
export { UtxoSource } from './utxoSource.js'
export type {
  AddressTransaction,
  AddressTransactionPage,
  TransactionEnd,
  TransactionStatus,
  Utxo,
  UtxoSourceService,
} from './utxoSource.js'

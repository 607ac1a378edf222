export {
  createRecoveryCode,
  openWithCode,
  openWithPrf,
  readRecoveryCode,
  sealWithCode,
  sealWithPrf,
} from './recoveryCode.js'
export { type OpenedKit, openRecoveryKit, writeRecoveryKit } from './recoveryKit.js'
export { UnsealError } from './seal.js'
export { joinKey, type Shares, splitKey, WrongSharesError } from './splitKey.js'
export {
  type Addresses,
  createEntropy,
  deriveKeys,
  entropyOf,
  evmPath,
  exportSolana,
  smartOwnerPath,
  solanaPath,
  type WalletKeys,
  wordsOf,
} from './walletKey.js'
export {
  addRecovery,
  createWallet,
  type DeviceRecord,
  type DeviceStore,
  openWallet,
  type Recovery,
  RecoveryNeededError,
  type RecoverySecret,
  recoverWallet,
  type SentSplit,
  type VaultPorts,
  type VaultServer,
} from './walletVault.js'

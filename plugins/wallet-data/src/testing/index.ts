export { walletDataSuite } from './walletDataSuite.js'
export type {
  TestFunction,
  WalletDataFacts,
  WalletDataGroup,
  WalletDataHarness,
  WalletDataSuiteOptions,
} from './harness.js'

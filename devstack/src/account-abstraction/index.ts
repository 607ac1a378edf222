export type { EntryPointVersion } from './accountAbstractionArtifact.js'
export type { BundlerFaults } from './bundlerFaults.js'
export { deployByCreate2, type EntryPointContracts } from './deployEntryPoints.js'
export type { PaymasterPolicy } from './paymasterPolicy.js'
export {
  type AccountAbstraction,
  type StartAccountAbstractionOptions,
  startAccountAbstraction,
} from './startAccountAbstraction.js'
export type { Bundler, BundlerRequest } from './startBundlerDoor.js'
export type { Paymaster, PaymasterRequest } from './startPaymaster.js'

export type { SolanaMint, SolanaMints } from './createMints.js'
export type { SolanaAccount } from './devAccounts.js'
export {
  type SolanaStack,
  type StartSolanaOptions,
  solanaGenesisHash,
  startSolana,
} from './startSolana.js'

import type { Hex } from 'viem'
import type { WalletChain } from './walletState.js'

/** A key on a blue square. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"%3E%3Crect width="96" height="96" rx="20" fill="%233b5bdb"/%3E%3Ccircle cx="34" cy="48" r="15" fill="none" stroke="%23fff" stroke-width="8"/%3E%3Cpath d="M49 48h31v14M66 48v10" fill="none" stroke="%23fff" stroke-width="8"/%3E%3C/svg%3E'

/** The first two well-known keys of local chains. They are public: nothing of value belongs there. */
const ACCOUNTS: readonly Hex[] = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
]

/** Where `latchkey-devstack evm` listens unless told otherwise. */
const CHAINS: readonly WalletChain[] = [
  { chainId: 31337, rpcUrl: 'http://127.0.0.1:8545', name: 'Local 31337' },
]

export const defaults = {
  name: 'Test wallet',
  rdns: 'dev.latchkey.test-wallet',
  icon: ICON,
  accounts: ACCOUNTS,
  chains: CHAINS,
} as const

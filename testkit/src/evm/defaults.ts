import type { Hex } from 'viem'
import type { WalletChain } from './walletState.js'

/** A flask on an amber square: it is for tries, and can't be taken for an app's own mark. */
const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"%3E%3Crect width="96" height="96" rx="20" fill="%23b45309"/%3E%3Cpath d="M38 20h20M42 20v20L24 70a6 6 0 0 0 5 9h38a6 6 0 0 0 5-9L54 40V20M33 60h30" fill="none" stroke="%23fff" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/%3E%3C/svg%3E'

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

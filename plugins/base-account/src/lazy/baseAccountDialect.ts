import { createWalletErrors, eip1193Dialect, type WalletDialect } from '@latchkey/kernel/chain'

/** EIP-1193, but for the SDK's word for a window that is left: it has the number of a person who declined. */
export const baseAccountDialect: WalletDialect = {
  ...eip1193Dialect,
  name: 'Base Account',
  source: '@coinbase/wallet-sdk 4.4.0, @base-org/account 2.5.10 (standardErrorCodes, Communicator)',
  louder: [[/^request rejected$/i, 'closed']],
}

/** Maps what the SDK threw to one of our errors, once, at this border. */
export const walletErrorFrom = createWalletErrors(baseAccountDialect)

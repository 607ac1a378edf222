import { createWalletErrors, type ReadWalletError } from '@latchkey/kernel/chain'
import { mobileDialect, standardDialect } from './dialects.js'

const standard = createWalletErrors(standardDialect)
const mobile = createWalletErrors(mobileDialect)

/** Names of the wallets that `@solana-mobile/wallet-standard-mobile` 0.6.0 registers. */
const mobileNames: ReadonlySet<string> = new Set(['Mobile Wallet Adapter', 'Remote Mobile Wallet Adapter'])

/** Maps what a wallet threw to one of our errors, once, at this border, by the table of the dialect that the wallet speaks. */
export const walletErrorFrom: ReadWalletError = (error, asked = {}) =>
  (mobileNames.has(asked.wallet ?? '') ? mobile : standard)(error, asked)

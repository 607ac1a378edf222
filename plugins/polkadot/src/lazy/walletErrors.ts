import { createWalletErrors } from '@latchkey/kernel/chain'
import { injectedDialect } from './dialects.js'

/** Maps what a wallet threw to one of our errors, once, at this border. */
export const walletErrorFrom = createWalletErrors(injectedDialect)

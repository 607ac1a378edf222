import { createWalletErrors } from '@latchkey/kernel/chain'
import { walletConnectDialect } from './walletConnectDialect.js'

/** Maps what a wallet answered over a session to one of our errors, once, at this border. */
export const walletErrorFrom = createWalletErrors(walletConnectDialect)

import { createWalletErrors } from '@latchkey/kernel/chain'
import { leatherDialect, satsConnectDialect, standardDialect, unisatDialect } from './dialects.js'

/** Each maps what wallets of one dialect threw to one of our errors, once, at this border. */
export const walletErrors = {
  leather: createWalletErrors(leatherDialect),
  satsConnect: createWalletErrors(satsConnectDialect),
  standard: createWalletErrors(standardDialect),
  unisat: createWalletErrors(unisatDialect),
}

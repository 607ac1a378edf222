import { ConnectorError } from '@latchkey/kernel/plugin'
import { createWalletErrors } from '@latchkey/kernel/chain'

/** Maps what a wallet threw to one of our errors, once, at this border. */
export const walletErrorFrom = createWalletErrors({
  /** There is no standard code for a rejection on Solana, so words decide. A network that rejects does not match. */
  declined:
    /user (?:has )?(?:rejected|denied|declined|cancell?ed|disapproved|closed)|(?:rejected|denied|declined|cancell?ed) by (?:the )?user|approval (?:denied|rejected)|(?:connection|sign ?in|signature|signing) (?:request )?(?:was )?(?:rejected|denied|declined|cancell?ed)|(?:popup|window|plugin)(?: was)? closed/i,
})

/** The wallet lacks a feature that is needed. */
export function featureMissing(wallet: string, action: string, feature: string): ConnectorError {
  return new ConnectorError(`${wallet} cannot ${action}. Use another wallet for this.`, {
    code: 'WALLET_FEATURE_MISSING',
    parameters: { wallet, action },
    metaMessages: [`Needed: ${feature}, by the wallet and by the account.`],
  })
}

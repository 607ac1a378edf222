import { createWalletErrors } from '@latchkey/kernel/chain'

/** Maps what a wallet threw to one of our errors, once, at this border. */
export const walletErrorFrom = createWalletErrors({
  /** There is no standard code for a rejection on Solana, so words decide. A network that rejects does not match. */
  declined:
    /user (?:has )?(?:rejected|denied|declined|cancell?ed|disapproved|closed)|(?:rejected|denied|declined|cancell?ed) by (?:the )?user|approval (?:denied|rejected)|(?:connection|sign ?in|signature|signing) (?:request )?(?:was )?(?:rejected|denied|declined|cancell?ed)|(?:popup|window|plugin)(?: was)? closed/i,
})

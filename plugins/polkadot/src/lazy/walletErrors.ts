import { createWalletErrors } from '@latchkey/kernel/chain'

/** Maps what a wallet threw to one of our errors, once, at this border. */
export const walletErrorFrom = createWalletErrors({
  /** Injected wallets have no numbers for it: mostly an Error of one word. A node that rejects says more than this. */
  declined:
    /^(?:error: )?(?:cancell?ed|rejected|denied|declined)\.?$|(?:rejected|denied|declined|cancell?ed)(?: by)?(?: the)? user|user (?:has )?(?:rejected|denied|declined|cancell?ed)|(?:request|transaction|signing|signature)(?: was| has been)? (?:rejected|denied|declined|cancell?ed)/i,
  /** What the first extension says, and others after it, once a person has refused the page. */
  notAllowed: /not allowed to interact|has not been authorized|unauthori[sz]ed/i,
})

/** Ends the sentence of a check that waits for what the harness had the chain decide: either of the two may be wrong. */
export const decideHint =
  'settle with what the chain says, and see that `decide` of the harness has the chain take the transaction, or refuse it'

/** The same of a transaction whose time has passed. */
export const expireHint =
  'look at the transaction once more when its time has passed, and say `failed` where the chain has none; and see that `expire` of the harness lets the time pass'

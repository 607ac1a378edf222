/**
 * What a claim came to. `claimed`: from now on the payment is this bill's. `repeated`: it was already. `used`: it is another bill's.
 * `paid`: the bill has another payment, which `key` names.
 */
export type PaymentClaim =
  | { readonly state: 'claimed' }
  | { readonly state: 'repeated' }
  | { readonly state: 'used' }
  | { readonly state: 'paid'; readonly key: string }

export interface KeptPayment {
  readonly key: string
  readonly block?: string
}

/**
 * Remembers which payment settled which bill: each payment settles one bill, and each bill has one payment. `claim` must
 * be atomic: of any number of claims at once for one payment, or for one bill, one is `claimed`. Faults (a lost
 * connection) are thrown.
 */
export interface PaymentStore {
  /** @param block Names the block with the payment. Kept with it, also where the payment is `repeated` in another block. */
  claim(billId: string, key: string, block?: string): Promise<PaymentClaim>
  /**
   * The payment of a bill, with its block. Without it, an old payment on a chain without an index of transactions isn't
   * found again, and no payment is ever replaced.
   */
  read?(billId: string): Promise<KeptPayment | undefined>
  /**
   * Gives the bill another payment, where it still has `before`: the chain took that one back. `false` when the bill has
   * another one by now, or `key` is another bill's.
   */
  replace(billId: string, before: string, key: string, block?: string): Promise<boolean>
}

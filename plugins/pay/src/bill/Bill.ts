/** Another asset, on the same network or another one, that also settles a bill. Omitted fields are as in the bill. */
export interface BillAlternative extends Pick<Bill, 'asset' | 'amount' | 'decimals' | 'symbol'> {
  /** Who is paid there. Default the bill's own receiver, where the asset is of the bill's namespace; needed elsewhere. */
  readonly receiver?: string
  /** The only account that may pay there. Default the bill's own, as above; needed elsewhere where the bill names one. */
  readonly payer?: string
  /** Solana only. Default the bill's own, where that is of Solana. */
  readonly reference?: string | readonly string[]
}

/**
 * What has to be paid. The shop's server makes it, keeps it, and gives it to the page as it is: it is JSON, and the same
 * object is what the server checks the payment against.
 */
export interface Bill {
  /** The shop's own id of this payment: 1 to 64 of `A-Z a-z 0-9 . _ -`. One id is one bill and is paid once. */
  readonly id: string
  /** CAIP-2 id of a network for its coin (`eip155:1`), or CAIP-19 of a token (`eip155:1/erc20:0xA0b8…`). */
  readonly asset: string
  /** Exactly this much, a decimal string in whole coins or tokens: `12.50`. */
  readonly amount: string
  /** Digits after the point that the asset has. */
  readonly decimals: number
  /** As the person reads it: `USDC`. */
  readonly symbol: string
  /** Who is paid, in the network's own form. */
  readonly receiver: string
  /** The only account that may pay, in the network's own form. Default any. */
  readonly payer?: string
  /** A payment in an earlier block isn't for this bill. Milliseconds since the epoch. */
  readonly createdAt: number
  /** A payment in a later block is too late. Milliseconds since the epoch. Default never. */
  readonly expiresAt?: number
  /**
   * Solana only: a reference key of Solana Pay, base58, or up to five. The page's transfer includes all of them; a payment that
   * lacks one doesn't count.
   */
  readonly reference?: string | readonly string[]
  /** Solana only: text that the page's transfer includes, for everybody to read. The server doesn't ask for it. */
  readonly memo?: string
  /** What is paid for, in a few words, as the person reads it. */
  readonly title?: string
  /** What the shop takes instead, at most 20. Any one of them settles the bill. */
  readonly alternatives?: readonly BillAlternative[]
}

import type { NetworkId } from '@latchkey/kernel/plugin'

/** A token contract, and where it is. */
export interface LedgerReviewToken {
  readonly address: string
  readonly network: NetworkId
}

/** A value as it's shown. Texts are single lines of visible characters; what is in another script stays so. */
export type LedgerReviewValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'yesOrNo'; readonly value: boolean }
  | { readonly kind: 'address'; readonly address: string; readonly network: NetworkId }
  | {
      readonly kind: 'amount'
      /** In the smallest unit. */
      readonly value: bigint
      readonly decimals: number
      readonly symbol: string
      /** Absent for the network's own currency. */
      readonly token?: LedgerReviewToken
    }
  /** An amount of a token that couldn't be read, in its smallest unit. */
  | { readonly kind: 'units'; readonly value: bigint; readonly token?: LedgerReviewToken }
  | {
      readonly kind: 'unlimited'
      /** The descriptor's own word, such as `Any amount`. */
      readonly message?: string
      readonly symbol: string
      readonly token?: LedgerReviewToken
    }
  | { readonly kind: 'token'; readonly symbol: string; readonly token: LedgerReviewToken }
  /** Seconds since 1970. */
  | { readonly kind: 'date'; readonly seconds: bigint }
  | { readonly kind: 'duration'; readonly seconds: bigint }
  | { readonly kind: 'unit'; readonly value: bigint; readonly decimals: number; readonly unit: string }
  | { readonly kind: 'block'; readonly value: bigint }
  /** Bytes in hex, shortened where there are more than 100 of them. */
  | { readonly kind: 'bytes'; readonly hex: string; readonly size: number }
  | { readonly kind: 'collectible'; readonly value: bigint; readonly collection: LedgerReviewToken }
  /** A call within the call; without a reading no descriptor explains it. */
  | {
      readonly kind: 'call'
      readonly callee: LedgerReviewToken
      readonly data: { readonly hex: string; readonly size: number }
      readonly reading?: LedgerReading
    }

export interface LedgerReviewRow {
  readonly label: string
  readonly value: LedgerReviewValue
}

/** What the page reads out of a contract's call or of structured data, by a descriptor (ERC-7730) that the host listed. */
export interface LedgerReading {
  /** What it's for, as words and values that follow each other: `['Send ', amount]`. */
  readonly intent: readonly (string | LedgerReviewValue)[]
  /** Whose contract the descriptor says it is. */
  readonly owner: string | undefined
  readonly rows: readonly LedgerReviewRow[]
  /** What the call carries that the descriptor neither shows nor hides, by the names in the code. */
  readonly others: readonly LedgerReviewRow[]
  /** The network's currency that is sent along, where no row shows it. */
  readonly sends: LedgerReviewValue | undefined
  /** Bytes behind the values of a call, by which some apps mark their calls. */
  readonly rest?: LedgerReviewValue | undefined
}

/** `unexplained`: a descriptor fits, but doesn't explain all of it, so that nothing of it is shown. */
export type LedgerReview = LedgerReading | 'unexplained'

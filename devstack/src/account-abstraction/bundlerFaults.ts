import type { Hex } from 'viem'

/** What a bundler does wrong from now on. Without any, it does what Alto does. */
export interface BundlerFaults {
  /** Every connection is cut. */
  readonly isDown?: boolean
  /** Milliseconds before each answer. */
  readonly delay?: number
  /** Says the hash of an operation that it never sends. */
  readonly drops?: boolean
  /** Refuses to take operations, with this text. */
  readonly refuses?: string
  /** Refuses the operations of these accounts only, in lower case. */
  readonly censors?: readonly string[]
  /** Sends the operation and says this hash. */
  readonly hash?: Hex
  /** Sends the operation, and the answer never arrives. */
  readonly losesAnswer?: boolean
  /** Never knows of any receipt. */
  readonly hidesReceipts?: boolean
  /** Lays these members over every receipt that it gives. */
  readonly receipt?: Readonly<Record<string, unknown>>
  /** Lays these members over every estimate, for example a `callGasLimit` that is too high. */
  readonly estimate?: Readonly<Record<string, Hex>>
}

import type { Hex } from 'viem'

/** How a bundler fails from now on. With no faults set, it does what Alto does. */
export interface BundlerFaults {
  /** Cuts every connection. */
  readonly isDown?: boolean
  /** Milliseconds before each answer. */
  readonly delay?: number
  /** Returns an operation's hash, but never sends the operation. */
  readonly drops?: boolean
  /** Refuses operations, with this error text. */
  readonly refuses?: string
  /** Refuses the operations of these accounts only. Addresses in lower case. */
  readonly censors?: readonly string[]
  /** Sends the operation, and returns this hash instead of the operation's own. */
  readonly hash?: Hex
  /** Sends the operation, and the answer never arrives. */
  readonly losesAnswer?: boolean
  /** Never returns a receipt. */
  readonly hidesReceipts?: boolean
  /** Overwrites these members in every receipt. */
  readonly receipt?: Readonly<Record<string, unknown>>
  /** Overwrites these members in every estimate, for example with a `callGasLimit` that is too high. */
  readonly estimate?: Readonly<Record<string, Hex>>
}

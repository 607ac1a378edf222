/** One issued nonce. Times are milliseconds since 1970. */
export interface NonceRecord {
  readonly nonce: string
  readonly expiresAt: number
  /**
   * Hash of a secret held by the browser the nonce was given to, or the empty string when it is not bound.
   * A bound nonce is worth nothing to anyone who merely reads it.
   */
  readonly binding: string
}

/** What a store knows of a nonce at a moment. `mismatch`: live, but given to another browser. */
export type NonceState = 'live' | 'used' | 'expired' | 'unknown' | 'mismatch'

/**
 * Keeps issued nonces. `consume` must be atomic: of any number of concurrent calls for one nonce exactly one
 * may answer `live`. A store may forget used and expired nonces after their `expiresAt`, and then answers
 * `unknown`. Faults (a lost connection) are thrown, never answered as a state.
 */
export interface NonceStore {
  /** Stores a fresh nonce. @throws SiwxError `SIWX_NONCE_TAKEN` when it is already there. */
  add(record: NonceRecord): Promise<void>
  /** Marks the nonce used when it is live and bound to `binding`; answers the state before. */
  consume(nonce: string, binding: string, now: number): Promise<NonceState>
  /**
   * Makes a used nonce live again until its `expiresAt`, with the binding it had; does nothing for any other. Only the
   * caller whose `consume` answered `live` asks, when nothing was decided: a node was down. Without it such a sign-in
   * costs its nonce.
   */
  release?(nonce: string): Promise<void>
}

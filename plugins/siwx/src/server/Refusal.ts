/** Why a sign-in was refused. Codes are stable: hosts may switch on them. */
export type RefusalCode =
  /** The body is neither a sign-in request, nor a CACAO, nor an answer of `solana:signIn`. */
  | 'REQUEST_MALFORMED'
  /** The text doesn't follow the grammar of a sign-in (EIP-4361, CAIP-122). */
  | 'MESSAGE_MALFORMED'
  /** The text leaves out what a sign-in needs. */
  | 'FIELD_MISSING'
  /** The address of the message is none of its network. */
  | 'ADDRESS_MALFORMED'
  /** The chain of the message can't be read. */
  | 'CHAIN_MALFORMED'
  /** No verifier is listed for this kind of account. */
  | 'NAMESPACE_UNSUPPORTED'
  /** The message was made for another domain than `domain` of `createVerifier`. */
  | 'DOMAIN_MISMATCH'
  /** The message was made for another scheme than https, or http on loopback. */
  | 'SCHEME_MISMATCH'
  /** The URI of the message is of another site. */
  | 'URI_MISMATCH'
  /** The message is for a chain that `createVerifier` doesn't allow. */
  | 'CHAIN_NOT_ALLOWED'
  /** Another account signed than the message names. */
  | 'ACCOUNT_MISMATCH'
  /** The nonce was given to another browser. Ask for a new one, and sign again. */
  | 'NONCE_MISMATCH'
  /** The server never issued the nonce, or has lost it: a store in memory does by a restart. */
  | 'NONCE_UNKNOWN'
  /** The nonce is older than the server allows: 10 minutes by default. Ask for a new one, and sign again. */
  | 'NONCE_EXPIRED'
  /** Somebody has signed in with this nonce before: a message is taken once. */
  | 'NONCE_USED'
  /** The message says that it was made in the future: compare the clocks of browser and server. */
  | 'ISSUED_IN_FUTURE'
  /** The message was made longer ago than the server allows: 10 minutes by default. Sign again. */
  | 'ISSUED_TOO_LONG_AGO'
  /** The message's own time is over. Sign again. */
  | 'EXPIRED'
  /** The message holds from a later time on. */
  | 'NOT_YET_VALID'
  /** The permissions that the message grants can't be read (ERC-5573). */
  | 'RECAP_MALFORMED'
  /** The permissions say something else than the person read. */
  | 'RECAP_STATEMENT_MISMATCH'
  /** The wallet signed something else than it was asked for. */
  | 'SIGN_IN_INPUT_MISMATCH'
  /** The signature has no form that the network knows. */
  | 'SIGNATURE_MALFORMED'
  /** The signature has a second form that holds as well; only the lower one is taken. */
  | 'SIGNATURE_MALLEABLE'
  /** The signature is of a kind that no listed verifier checks. */
  | 'SIGNATURE_KIND_UNSUPPORTED'
  /** Whether the signature holds can't be decided now. */
  | 'SIGNATURE_INCONCLUSIVE'
  /** The signature is not the account's. */
  | 'SIGNATURE_INVALID'
  /** Checking it takes more work than a sign-in may cost, as a script of many keys does. */
  | 'SIGNATURE_TOO_COSTLY'
  /** The node didn't answer, or with trouble of its own. The nonce stays good: try again. */
  | 'CHAIN_UNREACHABLE'

/** A refused sign-in. `detail` is for the server's log: it says what was expected and names no secret. */
export interface Refusal {
  readonly ok: false
  readonly code: RefusalCode
  readonly detail: string
}

/** Makes a {@link Refusal}. */
export function refuse(code: RefusalCode, detail: string): Refusal {
  return { ok: false, code, detail }
}

/** Why a sign-in was refused. Codes are stable: hosts may switch on them. */
export type RefusalCode =
  | 'REQUEST_MALFORMED'
  | 'MESSAGE_MALFORMED'
  | 'FIELD_MISSING'
  | 'ADDRESS_MALFORMED'
  | 'CHAIN_MALFORMED'
  | 'NAMESPACE_UNSUPPORTED'
  | 'DOMAIN_MISMATCH'
  | 'SCHEME_MISMATCH'
  | 'URI_MISMATCH'
  | 'CHAIN_NOT_ALLOWED'
  | 'ACCOUNT_MISMATCH'
  | 'NONCE_MISMATCH'
  | 'NONCE_UNKNOWN'
  | 'NONCE_EXPIRED'
  | 'NONCE_USED'
  | 'ISSUED_IN_FUTURE'
  | 'ISSUED_TOO_LONG_AGO'
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'RECAP_MALFORMED'
  | 'RECAP_STATEMENT_MISMATCH'
  | 'SIGN_IN_INPUT_MISMATCH'
  | 'SIGNATURE_MALFORMED'
  | 'SIGNATURE_MALLEABLE'
  | 'SIGNATURE_KIND_UNSUPPORTED'
  | 'SIGNATURE_INCONCLUSIVE'
  | 'SIGNATURE_INVALID'
  | 'SIGNATURE_TOO_COSTLY'
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

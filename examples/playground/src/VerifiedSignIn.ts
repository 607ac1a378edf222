/** What the sign-in server says of an account of this browser. */
export interface VerifiedSignIn {
  /** CAIP-10 id. */
  readonly accountId: string
  /** How the signature was checked: `eip191`, `bip322-simple` … */
  readonly method: string
  /** What was signed. */
  readonly text: string
}

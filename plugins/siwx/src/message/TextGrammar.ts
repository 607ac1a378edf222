/** What differs between the sign-in texts of the namespaces. Everything else is EIP-4361. */
export interface TextGrammar {
  /** The word before "account:" in the first line, such as `Ethereum`. Letters, digits and single spaces. */
  readonly accountKind: string
  /**
   * Sign In With Solana: every line after the address may be missing, and without a statement either one or
   * two empty lines follow the address. Otherwise URI to Issued At are required and two empty lines follow.
   */
  readonly optionalLines: boolean
}

/** Longest text read, in UTF-16 units. A longer one is refused unread. */
export const MAX_TEXT_LENGTH = 16_384

export const HEADER_START = ' wants you to sign in with your '
export const HEADER_END = ' account:'

/** The labelled lines, in the only order they may come. */
export const FIELD_LABELS = [
  ['uri', 'URI: '],
  ['version', 'Version: '],
  ['chainId', 'Chain ID: '],
  ['nonce', 'Nonce: '],
  ['issuedAt', 'Issued At: '],
  ['expirationTime', 'Expiration Time: '],
  ['notBefore', 'Not Before: '],
  ['requestId', 'Request ID: '],
] as const

export const RESOURCES_LABEL = 'Resources:'
export const REQUIRED_FIELDS = 5

/** Whether a line would be read as a field and so may not be a statement in a text with optional lines. */
export function startsWithLabel(line: string): boolean {
  return line.startsWith(RESOURCES_LABEL) || FIELD_LABELS.some(([, label]) => line.startsWith(label))
}

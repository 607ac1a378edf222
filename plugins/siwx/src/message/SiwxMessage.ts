/**
 * A sign-in message: the data model of CAIP-122, with the chain as a CAIP-2 id whatever the text prints.
 * Dates stay the RFC 3339 text that was signed. An absent member is not the same as an empty one: the text
 * differs, so the signature does.
 */
export interface SiwxMessage {
  /** RFC 3986 authority asking for the sign-in: `host[:port]`. */
  readonly domain: string
  /** Scheme printed before the domain, when the text has one. */
  readonly scheme?: string
  /** Address in its chain's own spelling, without a CAIP-2 prefix. */
  readonly accountAddress: string
  /**
   * One line for the user. EIP-4361 allows printable ASCII without `"%<>\^`{|}`, and an empty line, which is another
   * text than none.
   */
  readonly statement?: string
  /** RFC 3986 URI that is the subject of the signing. */
  readonly uri: string
  readonly version: '1'
  /** CAIP-2 id, such as `eip155:1`. */
  readonly chainId: string
  /** At least eight letters and digits, from the server. */
  readonly nonce: string
  /** RFC 3339 date-time. */
  readonly issuedAt: string
  /** RFC 3339 date-time from which the message no longer holds. */
  readonly expirationTime?: string
  /** RFC 3339 date-time before which the message does not hold yet. */
  readonly notBefore?: string
  readonly requestId?: string
  /** RFC 3986 URIs. An ERC-5573 ReCap, when present, is the last one. */
  readonly resources?: readonly string[]
}

/** The lines of a sign-in text as they are printed, before a profile gives them meaning. */
export interface SiwxText {
  readonly accountKind: string
  readonly domain: string
  readonly scheme?: string
  readonly address: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

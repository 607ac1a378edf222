import * as z from 'zod/mini'
import { type AccountIdParts, parseAccountId } from './caip.js'
import { formatText } from './formatText.js'
import type { MessageProfile } from './MessageProfile.js'
import { parseText } from './parseText.js'
import type { SiwxText } from './SiwxMessage.js'

/** A chain-agnostic capability object (CAIP-74): header, payload and signature of one sign-in. */
export interface Cacao {
  readonly h: { readonly t: 'eip4361' | 'caip122' }
  readonly p: CacaoPayload
  readonly s: {
    /** `eip191`, `eip1271`, `solana:ed25519`, or another type its namespace knows. */
    readonly t: string
    /** The signature, in the encoding of its namespace. */
    readonly s: string
    /** Extra facts of the signer, if any. Not used. */
    readonly m?: string | undefined
  }
}

/** The payload of a CACAO. `iss` is `did:pkh:` and a CAIP-10 id; `aud` is the URI of the message. */
export interface CacaoPayload {
  readonly iss: string
  readonly aud: string
  readonly domain: string
  readonly version: '1'
  readonly nonce: string
  readonly iat: string
  readonly nbf?: string | undefined
  readonly exp?: string | undefined
  readonly statement?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

const text = z.string().check(z.maxLength(16_384))

/** Shape of a CACAO from outside. Members CAIP-74 does not name are refused: they would not be signed. */
export const cacaoSchema = z.strictObject({
  h: z.strictObject({ t: z.enum(['eip4361', 'caip122']) }),
  p: z.strictObject({
    iss: text,
    aud: text,
    domain: text,
    version: z.literal('1'),
    nonce: text,
    iat: text,
    nbf: z.optional(text),
    exp: z.optional(text),
    statement: z.optional(text),
    requestId: z.optional(text),
    resources: z.optional(z.array(text).check(z.maxLength(256))),
  }),
  s: z.strictObject({ t: text, s: z.string().check(z.maxLength(65_536)), m: z.optional(text) }),
})

const DID_PREFIX = 'did:pkh:'

/** The account of a CACAO issuer, or undefined when it is not `did:pkh:` with a CAIP-10 id. */
export function parseIssuer(iss: string): AccountIdParts | undefined {
  return iss.startsWith(DID_PREFIX) ? parseAccountId(iss.slice(DID_PREFIX.length)) : undefined
}

/**
 * The text a CACAO's signature is over, rebuilt from its payload (CAIP-74). Nothing is checked beyond what is
 * needed to print it. Undefined when the issuer is not an account of the profile's namespace.
 */
export function cacaoText(payload: CacaoPayload, profile: MessageProfile): string | undefined {
  const lines = linesOf(payload, profile)
  return lines && formatText(lines, profile.grammar)
}

/**
 * Whether the text says what the payload says, member for member, or is no sign-in text at all. A line feed in a
 * member makes lines that are read as other members.
 */
export function isCacaoText(payload: CacaoPayload, text: string, profile: MessageProfile): boolean {
  const parsed = parseText(text, profile.grammar)
  if (!parsed.ok) return true
  const { accountKind: _, ...read } = parsed.text
  const lines = linesOf(payload, profile)
  const names = Object.keys({ ...lines, ...read }) as (keyof typeof read)[]
  return names.every((name) => JSON.stringify(lines?.[name]) === JSON.stringify(read[name]))
}

function linesOf(payload: CacaoPayload, profile: MessageProfile): Omit<SiwxText, 'accountKind'> | undefined {
  const account = parseIssuer(payload.iss)
  const chainId = account && profile.printChain(account.chainId)
  if (account === undefined || chainId === undefined) return undefined
  return {
    domain: payload.domain,
    address: account.address,
    ...(payload.statement === undefined ? {} : { statement: payload.statement }),
    uri: payload.aud,
    version: payload.version,
    chainId,
    nonce: payload.nonce,
    issuedAt: payload.iat,
    ...(payload.exp === undefined ? {} : { expirationTime: payload.exp }),
    ...(payload.nbf === undefined ? {} : { notBefore: payload.nbf }),
    ...(payload.requestId === undefined ? {} : { requestId: payload.requestId }),
    ...(payload.resources === undefined ? {} : { resources: payload.resources }),
  }
}

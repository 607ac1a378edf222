import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import * as z from 'zod/mini'
import { RelayError } from './relayError.js'

/** Seconds by which the clocks of client and relay may differ. */
const clockSkew = 60

const header = z.object({ alg: z.literal('EdDSA'), typ: z.literal('JWT') })
const payload = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
})

export interface RelayIdentity {
  /** `did:key` of the client's ed25519 key. Stable as long as the client keeps its storage. */
  readonly clientId: string
  readonly audience: string
}

export interface RelayAuthOptions {
  /** Every audience this relay answers to, such as `ws://127.0.0.1:5555`; a trailing slash is ignored. */
  readonly audiences: readonly string[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/**
 * Checks the token a client brings in `?auth=` (WalletConnect specifications, relay client
 * authentication): an EdDSA JWT whose issuer is the `did:key` that signed it and whose audience is this
 * relay. Any key is welcome; what is checked is that the bearer holds it.
 *
 * @throws RelayError `RELAY_AUTH_MALFORMED`, `RELAY_AUTH_SIGNATURE`, `RELAY_AUTH_AUDIENCE`, `RELAY_AUTH_TIME`
 */
export function verifyRelayAuth(token: string, options: RelayAuthOptions): RelayIdentity {
  const parts = token.split('.')
  const [encodedHeader, encodedPayload, encodedSignature] = parts
  if (parts.length !== 3 || !encodedHeader || !encodedPayload || !encodedSignature) {
    throw new RelayError('RELAY_AUTH_MALFORMED', 'The relay token is not a JWT: expected three parts.')
  }
  decode(header, encodedHeader)
  const claims = decode(payload, encodedPayload)
  const signature = Buffer.from(encodedSignature, 'base64url')
  const signed = Buffer.from(`${encodedHeader}.${encodedPayload}`)
  if (!verify(null, signed, publicKeyOf(claims.iss), signature)) {
    throw new RelayError('RELAY_AUTH_SIGNATURE', 'The relay token is not signed by the key it names.')
  }
  checkAudience(claims.aud, options.audiences)
  checkTime(claims, options.now)
  return { clientId: claims.iss, audience: claims.aud }
}

function decode<T>(schema: z.ZodMiniType<T>, part: string): T {
  try {
    return schema.parse(JSON.parse(Buffer.from(part, 'base64url').toString('utf8')))
  } catch (cause) {
    throw new RelayError('RELAY_AUTH_MALFORMED', 'The relay token holds unexpected or unreadable claims.', {
      cause,
    })
  }
}

/** did:key, section "Ed25519": multibase base58btc of the multicodec prefix 0xed01 and the 32-byte key. */
function publicKeyOf(did: string) {
  const prefix = 'did:key:z'
  let bytes: Uint8Array
  try {
    bytes = did.startsWith(prefix) ? base58.decode(did.slice(prefix.length)) : new Uint8Array()
  } catch (cause) {
    throw new RelayError('RELAY_AUTH_MALFORMED', 'The issuer of the relay token is not base58.', { cause })
  }
  if (bytes.length !== 34 || bytes[0] !== 0xed || bytes[1] !== 0x01) {
    throw new RelayError('RELAY_AUTH_MALFORMED', 'The issuer of the relay token is not an ed25519 did:key.')
  }
  const x = Buffer.from(bytes.subarray(2)).toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

function checkAudience(audience: string, audiences: readonly string[]): void {
  const bare = (url: string) => url.replace(/\/$/, '')
  if (audiences.some((accepted) => bare(accepted) === bare(audience))) return
  throw new RelayError(
    'RELAY_AUTH_AUDIENCE',
    `The relay token is made for "${audience}", but this relay is "${audiences[0] ?? 'unnamed'}".`,
  )
}

function checkTime(claims: { iat: number; exp: number }, now: number): void {
  const seconds = Math.floor(now / 1000)
  if (claims.iat > seconds + clockSkew) {
    throw new RelayError(
      'RELAY_AUTH_TIME',
      'The relay token is not yet valid: check the clock of the device.',
    )
  }
  if (claims.exp < seconds - clockSkew) {
    throw new RelayError('RELAY_AUTH_TIME', 'The relay token has expired: connect again with a new one.')
  }
}

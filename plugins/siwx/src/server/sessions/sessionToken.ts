import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'

/** What a session token says. It names the session; the store holds the facts. */
export interface TokenClaims {
  readonly id: string
  readonly generation: number
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

const claimsSchema = z.tuple([z.string(), z.number(), z.number()])
const VERSION = 'siwx1'
const MAX_LENGTH = 512

function sign(payload: string, secret: Uint8Array): Uint8Array {
  return hmac(sha256, secret, utf8ToBytes(`${VERSION}.${payload}`))
}

/** Writes `siwx1.<claims>.<HMAC-SHA256>`, both parts base64url. */
export function writeToken(claims: TokenClaims, secret: Uint8Array): string {
  const json = JSON.stringify([claims.id, claims.generation, claims.expiresAt])
  const payload = base64urlnopad.encode(utf8ToBytes(json))
  return `${VERSION}.${payload}.${base64urlnopad.encode(sign(payload, secret))}`
}

/** Reads a token signed with one of the secrets. The claims are read only after the signature holds. */
export function readToken(token: string, secrets: readonly Uint8Array[]): TokenClaims | undefined {
  const [version, payload, mac, ...rest] = token.length > MAX_LENGTH ? [] : token.split('.')
  if (version !== VERSION || payload === undefined || mac === undefined || rest.length > 0) return undefined
  try {
    const given = base64urlnopad.decode(mac)
    if (!secrets.some((secret) => isSameMac(given, sign(payload, secret)))) return undefined
    const json = new TextDecoder().decode(base64urlnopad.decode(payload))
    const [id, generation, expiresAt] = claimsSchema.parse(JSON.parse(json))
    return { id, generation, expiresAt }
  } catch {
    return undefined
  }
}

/** Takes the same time wherever the two differ. */
function isSameMac(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length
  for (const [index, byte] of other.entries()) difference |= byte ^ (one[index] ?? 0)
  return difference === 0
}

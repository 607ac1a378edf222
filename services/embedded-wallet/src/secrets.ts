import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits in base64url. */
export const randomToken = () => randomBytes(32).toString('base64url')

/** 128 random bits in hex. */
export const randomId = () => randomBytes(16).toString('hex')

/** What is stored of a token: a reader of the database can't use it. The token's own 256 bits need no salt. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Six digits, each of the million as likely as the others. */
export const randomCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** A hash that only the holder of the key can compute: six digits, or an address, are quickly tried out otherwise. */
export function keyedHash(key: Uint8Array, ...parts: readonly string[]): string {
  const hash = createHmac('sha256', key)
  // The length goes first, so that ('ab', 'c') and ('a', 'bc') differ.
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('hex')
}

/** Compares in a time that does not depend on where the texts differ. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

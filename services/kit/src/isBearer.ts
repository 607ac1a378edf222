import { createHash, timingSafeEqual } from 'node:crypto'

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Whether an `authorization` header holds this token (RFC 6750). How long the answer takes says nothing about the token. */
export function isBearer(authorization: string | undefined, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  return given !== undefined && timingSafeEqual(hash(given), hash(token))
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1), z.maxLength(200))

/** What a page is made for, as the host's server signs it. */
export const sessionShape = z.object({
  id: text,
  address: text,
  networkId: text,
  asset: z.object({
    networkId: text,
    symbol: text,
    address: z.optional(text),
    name: z.optional(text),
  }),
  currency: text,
  amount: text,
  method: z.enum(['card', 'bank']),
  /** Milliseconds since the epoch. */
  expires: z.number(),
})
export type OnrampSession = z.infer<typeof sessionShape>

export const signText = (secret: string, message: string): string =>
  createHmac('sha256', secret).update(message).digest('hex')

export function isSigned(secret: string, message: string, signature: string): boolean {
  const [expected, given] = [Buffer.from(signText(secret, message)), Buffer.from(signature)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** The query of a signed page. */
export function writeSession(secret: string, session: OnrampSession): string {
  const message = Buffer.from(JSON.stringify(session)).toString('base64url')
  return new URLSearchParams({ session: message, signature: signText(secret, message) }).toString()
}

/** `undefined` for what the host's server did not sign, and for what is too old. */
export function readSession(secret: string, query: URLSearchParams, now: number): OnrampSession | undefined {
  const message = query.get('session') ?? ''
  if (!isSigned(secret, message, query.get('signature') ?? '')) return undefined
  const parsed = sessionShape.safeParse(JSON.parse(Buffer.from(message, 'base64url').toString()))
  return parsed.success && parsed.data.expires > now ? parsed.data : undefined
}

import * as z from 'zod/mini'
import { isSigned, signText } from './sessions.js'

const delivery = z.object({
  /** Of this delivery, and the same when it is sent again. */
  delivery: z.string().check(z.minLength(1), z.maxLength(64)),
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  state: z.enum(['paid', 'delivered', 'failed', 'refunded']),
  transactionIds: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(20)),
})
export type WebhookDelivery = z.infer<typeof delivery>

/** Milliseconds by which the clocks of provider and host may differ, and a delivery may be late. */
const tolerance = 300_000

/** The headers of a delivery: its time, and the signature of both together. */
export function webhookHeaders(secret: string, body: string, now: number): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'x-timestamp': `${now}`,
    'x-signature': signText(secret, `${now}.${body}`),
  }
}

export interface WebhookReader {
  /**
   * Takes a delivery that the provider signed, and passes it on once, however often it is sent.
   *
   * @returns `refused` for what the provider didn't sign, for another time and for another form.
   */
  take(body: string, headers: Readonly<Record<string, unknown>>): WebhookDelivery | 'again' | 'refused'
}

/** Reads deliveries of one provider. */
export function createWebhookReader(secret: string, now: () => number): WebhookReader {
  // Kept as long as the reader exists: a delivery sent again has a new time, and can be held back and replayed, too.
  const taken = new Set<string>()

  return {
    take(body, { 'x-timestamp': stated, 'x-signature': signature }) {
      if (typeof stated !== 'string' || !/^\d{1,16}$/.test(stated)) return 'refused'
      if (typeof signature !== 'string' || !isSigned(secret, `${stated}.${body}`, signature)) return 'refused'
      if (Math.abs(now() - Number(stated)) > tolerance) return 'refused'
      const parsed = delivery.safeParse(readJson(body))
      if (!parsed.success) return 'refused'
      if (taken.has(parsed.data.delivery)) return 'again'
      taken.add(parsed.data.delivery)
      return parsed.data
    },
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

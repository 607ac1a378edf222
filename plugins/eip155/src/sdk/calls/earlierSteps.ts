import * as z from 'zod/mini'

const longest = 2_000
const Trail = z.looseObject({ nonce: z.number(), earlier: z.optional(z.unknown()) })
const Hashes = z.array(z.string().check(z.regex(/^0x[0-9a-f]{64}$/))).check(z.maxLength(100))

/** Keeps the transactions that went before the last one in its trail, where there is room. */
export function addEarlier(trail: string | undefined, earlier: readonly string[]): string | undefined {
  if (trail === undefined || earlier.length === 0) return trail
  const whole = JSON.stringify({ ...(JSON.parse(trail) as object), earlier })
  return whole.length > longest ? trail : whole
}

/** What `addEarlier` kept. The trail comes from the browser's storage: what is no hash is none. */
export function readEarlier(trail: string | undefined): readonly string[] {
  if (trail === undefined || trail.length > longest) return []
  try {
    const hashes = z.safeParse(Hashes, z.parse(Trail, JSON.parse(trail)).earlier)
    return hashes.success ? hashes.data : []
  } catch {
    // It is no trail of ours.
    return []
  }
}

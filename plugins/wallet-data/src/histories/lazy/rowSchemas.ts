import * as z from 'zod/mini'

/** Parts of rows that several services have. Sizes are far above what an honest service sends. */

export const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
export const text = z.string().check(z.maxLength(4_096))
export const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
export const evmHash = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
/** An unsigned integer of at most 256 bits, as a decimal string. */
export const unsigned = z.string().check(z.regex(/^\d{1,78}$/))
export const small = z.number().check(z.int(), z.gte(0))
export const rows = z.array(z.unknown()).check(z.maxLength(10_000))

/** Small numbers that services write as numbers or as texts: heights, places, seconds. */
export const count = z.union([small, z.string().check(z.regex(/^\d{1,15}$/))])
// no money: heights, places and seconds
export const countOf = (value: z.infer<typeof count>): number => Number(value)

export const decimals = z.union([
  z.number().check(z.int(), z.gte(0), z.lte(255)),
  z.string().check(z.regex(/^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/)),
])
// no money: milliseconds
export const millisecondsOf = (seconds: z.infer<typeof count>): number => countOf(seconds) * 1_000

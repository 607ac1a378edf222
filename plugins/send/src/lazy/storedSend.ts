import type { Amount } from '@latchkey/kernel/contracts'
import * as z from 'zod/mini'

/** Text as it's stored: an id, an address, a symbol. */
export const storedText = z.string().check(z.minLength(1), z.maxLength(500))

const units = z.pipe(
  z.string().check(z.regex(/^\d{1,80}$/)),
  z.transform((digits) => BigInt(digits)),
)

/** An amount as `jsonOf` writes it. */
export const storedAmount = z.object({
  value: units,
  moved: z.exactOptional(units),
  decimals: z.number().check(z.int(), z.gte(0), z.lte(255)),
  symbol: z.string().check(z.maxLength(500)),
})

/** A token says its symbol by itself. A long one is cut: what can't be read again would be forgotten. */
export const storable = ({ symbol, ...amount }: Amount): Amount => ({
  ...amount,
  symbol: symbol.slice(0, 100),
})

/** Writes large integers as digits, because JSON has none. */
export const jsonOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part)))

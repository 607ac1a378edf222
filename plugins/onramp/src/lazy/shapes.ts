import * as z from 'zod/mini'

const shortText = z.string().check(z.minLength(1), z.maxLength(200))
/** Written without a sign, an exponent or an end. */
const decimal = z.string().check(z.regex(/^\d{1,40}(?:\.\d{1,40})?$/))
const currencyCode = z.string().check(z.regex(/^[A-Z]{3}$/))
const networkId = z.custom<`${string}:${string}`>(
  (value) => typeof value === 'string' && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value),
)
const method = z.enum(['card', 'bank'])

const asset = z.object({
  networkId,
  symbol: shortText,
  address: z.optional(shortText),
  name: z.optional(shortText),
})

const currency = z.object({
  code: currencyCode,
  limits: z.array(z.object({ method, minimum: decimal, maximum: decimal })).check(z.maxLength(20)),
})

/** What a provider sells; a list without end is refused. */
export const options = z.object({
  currencies: z.array(currency).check(z.maxLength(300)),
  assets: z.array(asset).check(z.maxLength(2_000)),
})

export const quote = z.object({
  id: z.optional(shortText),
  asset,
  currency: currencyCode,
  total: decimal,
  subtotal: decimal,
  fees: z
    .array(z.object({ kind: z.enum(['provider', 'network', 'other']), amount: decimal }))
    .check(z.maxLength(10)),
  receives: decimal,
  validUntil: z.number(),
})

export const session = z.object({
  id: shortText,
  url: z.string().check(z.maxLength(4_000)),
  address: shortText,
  asset,
  currency: currencyCode,
  amount: decimal,
})

export const status = z.object({
  state: z.enum(['waiting', 'paid', 'delivered', 'failed', 'refunded']),
  transactionIds: z.optional(z.array(shortText).check(z.maxLength(20))),
})

import * as z from 'zod/mini'

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const caip10 = z.string().check(z.regex(/^eip155:\d{1,32}:0x[0-9a-fA-F]{40}$/))
const units = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text: string) => BigInt(text)),
)
const shortText = z.string().check(z.maxLength(200))

/** What `/v1/convert/tokens` answers, as far as it is used. */
export const tokensAnswer = z.object({
  tokens: z
    .array(
      z.object({
        address: caip10,
        symbol: shortText,
        name: z.optional(z.nullable(shortText)),
        decimals: z.int().check(z.gte(0), z.lte(77)),
        logoUri: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
      }),
    )
    .check(z.maxLength(20_000)),
})

export const quotesAnswer = z.object({
  quotes: z
    .array(z.object({ fromAmount: units, fromAccount: z.string(), toAmount: units, toAccount: z.string() }))
    .check(z.maxLength(20)),
})

/** In wei; the faster ones aren't used. */
export const gasPriceAnswer = z.object({ standard: units })

export const allowanceAnswer = z.object({ allowance: units })

export const transactionAnswer = z.object({
  tx: z.object({
    to: z.union([address, caip10]),
    data: z.string().check(z.maxLength(100_000), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/)),
    amount: units,
  }),
})

import * as z from 'zod/mini'

/** An amount in the smallest unit. */
export const units = z.pipe(
  z.string().check(z.regex(/^\d{1,78}$/)),
  z.transform((text: string) => BigInt(text)),
)
const shortText = z.string().check(z.maxLength(200))

/** A list of strangers' tokens: one that can't be used is left out, and spoils none of the others. */
export const listOf = <shape extends z.ZodMiniType>(shape: shape) =>
  z.pipe(
    z.array(z.unknown()).check(z.maxLength(20_000)),
    z.transform((list: unknown[]) =>
      list.flatMap((one): z.infer<shape>[] => {
        const read = shape.safeParse(one)
        return read.success ? [read.data] : []
      }),
    ),
  )

/** What `/v1/convert/tokens` answers, as far as it is used, with addresses of one namespace. */
export const tokensAnswer = (caip10: RegExp) =>
  z.object({
    tokens: listOf(
      z.object({
        address: z.string().check(z.regex(caip10)),
        symbol: shortText,
        name: z.optional(z.nullable(shortText)),
        decimals: z.int().check(z.gte(0), z.lte(77)),
        logoUri: z.optional(z.nullable(z.string().check(z.maxLength(2_000)))),
      }),
    ),
  })

/** What `/v1/convert/quotes` answers. */
export const quotesAnswer = z.object({
  quotes: z
    .array(
      z.object({
        fromAmount: units,
        fromAccount: z.string(),
        toAmount: units,
        toAccount: z.string(),
        // Of services that tell it: `0.0123` is 1.23 %.
        priceImpact: z.optional(
          z.nullable(z.string().check(z.regex(/^-?\d{1,20}(?:\.\d{1,60})?(?:e-?\d{1,3})?$/i))),
        ),
      }),
    )
    .check(z.maxLength(20)),
})

import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1), z.maxLength(200))
const decimal = z.string().check(z.regex(/^\d{1,40}(?:\.\d{1,40})?$/))
const money = z.object({ value: decimal, currency: z.string().check(z.regex(/^[A-Z]{3}$/)) })

/** What `/v1/onramp/buy/options` answers, as far as it is used. */
export const optionsAnswer = z.object({
  paymentCurrencies: z
    .array(
      z.object({
        id: z.string().check(z.regex(/^[A-Z]{3}$/)),
        limits: z.array(z.object({ id: text, min: decimal, max: decimal })).check(z.maxLength(20)),
      }),
    )
    .check(z.maxLength(300)),
  purchaseCurrencies: z
    .array(
      z.object({
        id: text,
        name: text,
        symbol: text,
        networks: z
          .array(
            z.object({
              name: text,
              contractAddress: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
              chainId: z.optional(z.nullable(z.string().check(z.maxLength(80)))),
            }),
          )
          .check(z.maxLength(100)),
      }),
    )
    .check(z.maxLength(1_000)),
})

/** What `/v1/onramp/buy/quotes` answers. */
export const quoteAnswer = z.object({
  paymentTotal: money,
  paymentSubTotal: money,
  purchaseAmount: z.object({ value: decimal, currency: text }),
  coinbaseFee: money,
  networkFee: money,
  quoteId: text,
})

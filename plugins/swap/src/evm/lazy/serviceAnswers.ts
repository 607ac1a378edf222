import * as z from 'zod/mini'
import { tokensAnswer as tokensOf, units } from '../../service/answers.js'

const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const caip10 = /^eip155:\d{1,32}:0x[0-9a-fA-F]{40}$/

export const tokensAnswer = tokensOf(caip10)

/** In wei; the faster ones aren't used. */
export const gasPriceAnswer = z.object({ standard: units })

export const allowanceAnswer = z.object({ allowance: units })

export const transactionAnswer = z.object({
  tx: z.object({
    to: z.union([address, z.string().check(z.regex(caip10))]),
    data: z.string().check(z.maxLength(100_000), z.regex(/^0x(?:[0-9a-fA-F]{2})*$/)),
    amount: units,
  }),
})

import * as z from 'zod/mini'
import { largestAmount } from '../largestAmount.js'

/** The JSON number that is nearest to {@link largestAmount}: one more, because a number of that size has no last digits. */
const largestNumber = 2 ** 64

/**
 * Lamports, which nodes write as a JSON number. Above 9 million SOL a JSON number is exact to a few lamports only;
 * such an amount is read as the node's nearest number rather than refused.
 */
export const lamports = z.pipe(
  z
    .number()
    .check(
      z.refine(
        (value) => Number.isInteger(value) && value >= 0 && value <= largestNumber,
        'expected whole lamports of 64 bits',
      ),
    ),
  z.transform((value: number) => (value < largestNumber ? BigInt(value) : largestAmount)),
)

/** Units of a token, which nodes write as a text. */
export const tokenUnits = z
  .string()
  .check(
    z.refine(
      (text) => /^\d{1,20}$/.test(text) && BigInt(text) <= largestAmount,
      'expected a whole number of 64 bits',
    ),
  )

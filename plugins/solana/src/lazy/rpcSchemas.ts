import * as z from 'zod/mini'

/**
 * Lamports, which nodes write as a JSON number. Above 9 million SOL a JSON number is exact to a few lamports only;
 * such an amount is read as the node's nearest number rather than refused.
 */
export const lamports = z.pipe(
  z.number().check(z.refine((value) => Number.isInteger(value) && value >= 0, 'expected whole lamports')),
  z.transform((value: number) => BigInt(value)),
)

import { toDecimal } from '@latchkey/kernel/plugin'

/** Basis points as a percentage: 100n is `1`. */
export const percentText = (basisPoints: bigint): string => toDecimal(basisPoints, 2)

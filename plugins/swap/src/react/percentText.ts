import { formatExactAmount } from '@latchkey/ui-react'

/** Basis points as a percentage in the digits of a locale, without the sign: 50n is `0.5`, and `0,5` in German. */
export const percentText = (basisPoints: bigint, locale: string): string =>
  formatExactAmount(basisPoints, 2, locale)

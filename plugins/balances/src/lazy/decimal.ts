import { toDecimal } from '@latchkey/kernel/plugin'

/** An exact decimal number, not negative: `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

export const zero: Decimal = { digits: 0n, scale: 0 }

/** Reads "12.50". Anything else is `undefined`, an exponent or a sign too: such a number came from nowhere good. */
export function parseDecimal(text: unknown): Decimal | undefined {
  const match = typeof text === 'string' ? /^(\d{1,80})(?:\.(\d{1,80}))?$/.exec(text) : null
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

/** The digits at a scale that is at least the number's own. */
export const toScale = ({ digits, scale }: Decimal, to: number): bigint => digits * 10n ** BigInt(to - scale)

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  return { digits: toScale(left, scale) + toScale(right, scale), scale }
}

export const multiply = (left: Decimal, right: Decimal): Decimal => ({
  digits: left.digits * right.digits,
  scale: left.scale + right.scale,
})

/** Without zeros that say nothing: `12.5`. */
export const formatDecimal = ({ digits, scale }: Decimal): string => toDecimal(digits, scale)

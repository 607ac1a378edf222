import { readDecimal } from '@latchkey/kernel/contracts'

/** Digits behind the point of what has arrived: more say nothing to a person, and the activity has them. */
const shownDigits = 6

/** Reads a decimal and cuts it to six digits behind the point. One that would be nothing keeps every digit. */
export function shortDecimal(text: string): ReturnType<typeof readDecimal> {
  const number = readDecimal(text)
  if (!number || number.scale <= shownDigits) return number
  const digits = number.digits / 10n ** BigInt(number.scale - shownDigits)
  return digits === 0n ? number : { ...number, digits, scale: shownDigits }
}

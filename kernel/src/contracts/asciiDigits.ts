const anyDigit = /\p{Nd}/gu
const oneDigit = /^\p{Nd}$/u

/**
 * Writes the decimal digits of every script as `0` to `9`: keyboards for Arabic, Persian, Hindi, Japanese and many others type
 * their own. Other characters stay. Digits of a script stand in a row from zero to nine (Unicode, section 4.6).
 *
 * @example
 * asciiDigits('١٢٣') // '123'
 */
export function asciiDigits(text: string): string {
  return text.replace(anyDigit, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let first = code
    // Scripts may follow each other without a gap, each with ten.
    while (oneDigit.test(String.fromCodePoint(first - 1))) first -= 1
    return `${(code - first) % 10}`
  })
}

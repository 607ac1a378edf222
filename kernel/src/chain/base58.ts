const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Re-reads digits of one base in another, most significant first. Leading zeros are the caller's. */
function convert(digits: Iterable<number>, from: number, to: number): number[] {
  const result: number[] = []
  for (const digit of digits) {
    let carry = digit
    for (let index = 0; index < result.length; index += 1) {
      carry += (result[index] as number) * from
      result[index] = carry % to
      carry = Math.floor(carry / to)
    }
    for (; carry > 0; carry = Math.floor(carry / to)) result.push(carry % to)
  }
  return result.reverse()
}

const countLeading = <T>(values: ArrayLike<T>, zero: T): number => {
  let count = 0
  while (count < values.length && values[count] === zero) count += 1
  return count
}

/** Base58 in the alphabet of Bitcoin, which Solana addresses, signatures and hashes and SS58 addresses are written in. */
export function encodeBase58(bytes: Uint8Array): string {
  const digits = convert(bytes, 256, 58)
  return '1'.repeat(countLeading(bytes, 0)) + digits.map((digit) => alphabet[digit]).join('')
}

/** The bytes, or `undefined` when it is no text or has a character that is not in the alphabet. */
export function decodeBase58(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string') return undefined
  const digits = Array.from(text, (character) => alphabet.indexOf(character))
  if (digits.includes(-1)) return undefined
  const bytes = convert(digits, 58, 256)
  return Uint8Array.from([...new Array<number>(countLeading(text, '1')).fill(0), ...bytes])
}

/** The first 32 bits of the fraction of a root of each of the first 64 primes: the constants of SHA-256. */
function fractions(root: (prime: number) => number, count: number): readonly number[] {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number)
  }
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0)
}

/** A word rotated right by each of these, the results added bit by bit. */
const mix = (word: number, ...turns: readonly number[]) =>
  turns.reduce((mixed, by) => mixed ^ (word >>> by) ^ (word << (32 - by)), 0)

/**
 * SHA-256 (FIPS 180-4) of short inputs, for address checksums: small, not fast. Property-tested against a library;
 * docs/decisions/bip122-plugin.md says why it is not that library.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const constants = fractions(Math.cbrt, 64)
  let state = fractions(Math.sqrt, 8)
  const padded = new DataView(new ArrayBuffer((((message.length + 8) >> 6) + 1) << 6))
  new Uint8Array(padded.buffer).set(message)
  padded.setUint8(message.length, 0x80)
  padded.setUint32(padded.byteLength - 4, message.length * 8)

  for (let offset = 0; offset < padded.byteLength; offset += 64) {
    const schedule: number[] = []
    let work = state
    for (const [round, constant] of constants.entries()) {
      const back = (by: number) => schedule[round - by] as number
      const word =
        round < 16
          ? padded.getInt32(offset + round * 4)
          : back(16) +
            back(7) +
            (mix(back(15), 7, 18) ^ (back(15) >>> 3)) +
            (mix(back(2), 17, 19) ^ (back(2) >>> 10))
      schedule.push(word | 0)
      const [a, b, c, d, e, f, g, h] = work as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const first = h + mix(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + constant + word
      const second = mix(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c))
      work = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
    }
    state = state.map((word, index) => (word + (work[index] as number)) | 0)
  }
  // The array keeps the low eight bits of each.
  return Uint8Array.from(state.flatMap((word) => [word >> 24, word >> 16, word >> 8, word]))
}

/** The first 32 bits of the fraction of a root of each of the first 64 primes: the constants of SHA-256. */
function fractions(root: (prime: number) => number, count: number): readonly number[] {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime)) primes.push(number)
  }
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0)
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/**
 * SHA-256 (FIPS 180-4) of short inputs, for address checksums: small, not fast. Property-tested against a library;
 * docs/decisions/bip122-plugin.md says why it is not that library.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const constants = fractions(Math.cbrt, 64)
  const state = [...fractions(Math.sqrt, 8)]
  const padded = new DataView(new ArrayBuffer((((message.length + 8) >> 6) + 1) << 6))
  new Uint8Array(padded.buffer).set(message)
  padded.setUint8(message.length, 0x80)
  padded.setBigUint64(padded.byteLength - 8, BigInt(message.length) * 8n)
  const schedule = new Int32Array(64)
  const at = (index: number) => schedule[index] as number

  for (let offset = 0; offset < padded.byteLength; offset += 64) {
    let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
    for (let round = 0; round < 64; round += 1) {
      if (round < 16) schedule[round] = padded.getInt32(offset + round * 4)
      else {
        const early = at(round - 15)
        const late = at(round - 2)
        schedule[round] =
          at(round - 16) +
          at(round - 7) +
          (rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)) +
          (rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10))
      }
      const mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
      const first = (h + mixed + ((e & f) ^ (~e & g)) + (constants[round] as number) + at(round)) | 0
      const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) {
      state[index] = ((state[index] as number) + word) | 0
    }
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word)
  return new Uint8Array(digest.buffer)
}

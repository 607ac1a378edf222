/** Bytes of a block. */
const blockLength = 128

/** What SHA-512 starts from, too (RFC 7693, section 2.6). */
const initial = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
]
/** An output of 64 bytes and no key, in the first word (section 2.5). */
const parameters = 0x01010040n

/** Which words of the block the steps of a round take (section 2.7), a hexadecimal digit each. */
const orders = [
  '0123456789abcdef',
  'ea489fd61c02b753',
  'b8c052fdae367194',
  '7931dcbe265a40f8',
  '905724afe1bc683d',
  '2c6a0b834d75fe19',
  'c51fed4a0763928b',
  'db7ec13950f4862a',
  '6fe9b308c2d714a5',
  'a2847615fb9e3cd0',
]

/**
 * BLAKE2b-512 without a key (RFC 7693) of one block, for the checksum of addresses. BigInt makes it short and slow: for a
 * handful of bytes only.
 *
 * @throws RangeError for more than 128 bytes.
 */
export function blake2b512(input: Uint8Array): Uint8Array {
  const block = new Uint8Array(blockLength)
  block.set(input)
  const view = new DataView(block.buffer)
  const words = Array.from({ length: 16 }, (_, index) => view.getBigUint64(index * 8, true))
  // The array keeps the low 64 bits of what is written to it.
  const work = BigUint64Array.of(...initial, ...initial)
  const at = (index: number) => work[index] as bigint
  work[0] = at(0) ^ parameters
  work[12] = at(12) ^ BigInt(input.length)
  work[14] = ~at(14)
  for (let round = 0; round < 12; round += 1) mix(work, words, orders[round % 10] as string)
  for (const [index, word] of initial.entries()) {
    const start = index ? word : word ^ parameters
    view.setBigUint64(index * 8, start ^ at(index) ^ at(index + 8), true)
  }
  return block.subarray(0, 64)
}

/** One round (section 3.2). */
function mix(work: BigUint64Array, words: readonly bigint[], order: string): void {
  const at = (index: number) => work[index] as bigint
  const turn = (index: number, other: number, by: bigint) => {
    const mixed = at(index) ^ at(other)
    work[index] = (mixed >> by) | (mixed << (64n - by))
  }
  for (let half = 0; half < 16; half += 1) {
    // Columns, then diagonals, of the four by four state; two halves a step (section 3.1).
    const column = half >> 1
    const row = (number: number) => number * 4 + ((column + number * (half >> 3)) & 3)
    const a = row(0)
    const b = row(1)
    const c = row(2)
    const d = row(3)
    const isSecond = half & 1
    const word = words[Number.parseInt(order[half] as string, 16)] as bigint
    work[a] = at(a) + at(b) + word
    turn(d, a, isSecond ? 16n : 32n)
    work[c] = at(c) + at(d)
    turn(b, c, isSecond ? 63n : 24n)
  }
}

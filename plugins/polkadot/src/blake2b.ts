const mask = (1n << 64n) - 1n
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
] as const

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

const rotate = (value: bigint, by: bigint) => (value >> by) | ((value << (64n - by)) & mask)

/**
 * BLAKE2b-512 without a key (RFC 7693), for the checksum of addresses. BigInt makes it short and slow: for a handful of
 * bytes only.
 */
export function blake2b512(input: Uint8Array): Uint8Array {
  const state: bigint[] = [...initial]
  state[0] = initial[0] ^ 0x01010040n
  const blocks = Math.max(1, Math.ceil(input.length / blockLength))
  for (let block = 0; block < blocks; block += 1) {
    const bytes = new Uint8Array(blockLength)
    bytes.set(input.subarray(block * blockLength, (block + 1) * blockLength))
    const view = new DataView(bytes.buffer)
    const words = Array.from({ length: 16 }, (_, index) => view.getBigUint64(index * 8, true))
    const last = block === blocks - 1
    compress(state, words, BigInt(last ? input.length : (block + 1) * blockLength), last)
  }
  const output = new DataView(new ArrayBuffer(64))
  for (const [index, word] of state.entries()) output.setBigUint64(index * 8, word, true)
  return new Uint8Array(output.buffer)
}

function compress(state: bigint[], words: readonly bigint[], count: bigint, last: boolean): void {
  const work: bigint[] = [...state, ...initial]
  const at = (index: number) => work[index] as bigint
  work[12] = at(12) ^ count
  if (last) work[14] = at(14) ^ mask
  for (let round = 0; round < 12; round += 1) {
    const order = orders[round % orders.length] as string
    for (let step = 0; step < 8; step += 1) {
      // Columns, then diagonals, of the four by four state (section 3.2).
      const shift = step >> 2
      const a = step & 3
      const b = 4 + ((a + shift) & 3)
      const c = 8 + ((a + 2 * shift) & 3)
      const d = 12 + ((a + 3 * shift) & 3)
      const word = (offset: number) =>
        words[Number.parseInt(order[step * 2 + offset] as string, 16)] as bigint
      work[a] = (at(a) + at(b) + word(0)) & mask
      work[d] = rotate(at(d) ^ at(a), 32n)
      work[c] = (at(c) + at(d)) & mask
      work[b] = rotate(at(b) ^ at(c), 24n)
      work[a] = (at(a) + at(b) + word(1)) & mask
      work[d] = rotate(at(d) ^ at(a), 16n)
      work[c] = (at(c) + at(d)) & mask
      work[b] = rotate(at(b) ^ at(c), 63n)
    }
  }
  for (let index = 0; index < 8; index += 1) {
    state[index] = (state[index] as bigint) ^ at(index) ^ at(index + 8)
  }
}

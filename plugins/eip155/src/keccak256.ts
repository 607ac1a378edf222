/** Bytes of a block, and bytes of the answer. */
const rate = 136
const outputLength = 32
const mask = (1n << 64n) - 1n

const rotate = (lane: bigint, by: number) => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & mask

/**
 * Keccak-256 of at most 135 bytes, one block: what EIP-55 needs for its check of forty digits. Small rather than fast;
 * see docs/decisions/eip55-hash.md. Hash anything else with viem or noble.
 */
export function keccak256(bytes: Uint8Array): Uint8Array {
  if (bytes.length >= rate)
    throw new RangeError(`Expected fewer than ${rate} bytes, received ${bytes.length}.`)
  const block = new Uint8Array(200)
  block.set(bytes)
  block[bytes.length] = 1
  block[rate - 1] = (block[rate - 1] as number) | 0x80
  const view = new DataView(block.buffer)
  const lanes = Array.from({ length: 25 }, (_, index) => view.getBigUint64(index * 8, true))
  permute(lanes)
  for (const [index, lane] of lanes.entries()) view.setBigUint64(index * 8, lane, true)
  return block.slice(0, outputLength)
}

/** Keccak-f[1600] (FIPS 202, section 3.3), in place; lane (x, y) is at x + 5y. */
function permute(lanes: bigint[]): void {
  const at = (index: number) => lanes[index] as bigint
  let register = 1
  for (let round = 0; round < 24; round += 1) {
    // Theta.
    const columns = [0, 1, 2, 3, 4].map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20))
    for (let index = 0; index < 25; index += 1) {
      const left = columns[(index + 4) % 5] as bigint
      const right = columns[(index + 1) % 5] as bigint
      lanes[index] = at(index) ^ left ^ rotate(right, 1)
    }
    // Rho and pi.
    let [x, y, moved] = [1, 0, at(1)]
    for (let step = 1, offset = 0; step <= 24; step += 1) {
      offset += step
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const index = x + 5 * y
      const next = at(index)
      lanes[index] = rotate(moved, offset % 64)
      moved = next
    }
    // Chi.
    for (let row = 0; row < 25; row += 5) {
      const old = lanes.slice(row, row + 5) as [bigint, bigint, bigint, bigint, bigint]
      for (let column = 0; column < 5; column += 1) {
        const next = old[(column + 1) % 5] as bigint
        lanes[row + column] = (old[column] as bigint) ^ ((next ^ mask) & (old[(column + 2) % 5] as bigint))
      }
    }
    // Iota: the round constant's bits come from a shift register.
    for (let bit = 0; bit < 7; bit += 1) {
      if (register & 1) lanes[0] = at(0) ^ (1n << BigInt(2 ** bit - 1))
      register = (register << 1) ^ ((register >> 7) * 0x171)
    }
  }
}

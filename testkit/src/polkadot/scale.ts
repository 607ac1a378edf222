/** SCALE's compact form of an unsigned whole number. */
export function compact(value: bigint): Uint8Array {
  if (value < 0n) throw new RangeError('A compact number is not negative.')
  if (value < 1n << 6n) return unsigned(value << 2n, 1)
  if (value < 1n << 14n) return unsigned((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return unsigned((value << 2n) | 2n, 4)
  const length = Math.max(4, Math.ceil(value.toString(16).length / 2))
  return Uint8Array.from([((length - 4) << 2) | 3, ...unsigned(value, length)])
}

/** An unsigned whole number in `length` bytes, lowest first. */
export function unsigned(value: bigint, length: number): Uint8Array {
  let rest = value
  return Uint8Array.from({ length }, () => {
    const byte = Number(rest & 0xffn)
    rest >>= 8n
    return byte
  })
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
export const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

export function concat(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

/** Big-endian. */
export function uint32(value: number): Uint8Array {
  return Uint8Array.of((value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff)
}

/** BIP-32 path as both apps take it: how many indexes, then each in four bytes. */
export function pathBytes(path: readonly number[]): Uint8Array {
  return concat([path.length], ...path.map(uint32))
}

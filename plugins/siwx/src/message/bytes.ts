import { base64, hex } from '@scure/base'

/** Reads hexadecimal with or without `0x`, in any case. Undefined when it is not an even run of digits. */
export function readHex(text: string): Uint8Array | undefined {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  try {
    return hex.decode(digits.toLowerCase())
  } catch {
    return undefined
  }
}

/** Reads padded base64 (RFC 4648 section 4), canonical only. Undefined when it is not that. */
export function readBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = base64.decode(text)
    return base64.encode(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Hexadecimal with `0x`. */
export function toHex(bytes: Uint8Array): `0x${string}` {
  return `0x${hex.encode(bytes)}`
}

/** Whether two byte strings are equal. Not constant-time: for public values only. */
export function isEqualBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** One byte string of several. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    result.set(part, offset)
    offset += part.length
  }
  return result
}

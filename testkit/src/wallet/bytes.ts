/** A copy nobody else can change: a page must not alter a request while the user decides. */
export function copyBytes(value: unknown, what: string): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new TypeError(`${what} must be a Uint8Array.`)
  return Uint8Array.from(value)
}

/** Bytes for the user to read: text where they are text, else hex. */
export function readable(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  }
}

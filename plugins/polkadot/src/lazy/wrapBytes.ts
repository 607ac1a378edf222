const start = '<Bytes>'
const end = '</Bytes>'
/** Bytes that begin so cannot be a transaction either. */
const ethereumStart = '\u0019Ethereum Signed Message:\n'

const encode = (text: string) => new TextEncoder().encode(text)
const beginsWith = (bytes: Uint8Array, text: string) =>
  encode(text).every((byte, index) => bytes[index] === byte)

function isWrapped(bytes: Uint8Array): boolean {
  return (
    bytes.length >= start.length + end.length &&
    beginsWith(bytes, start) &&
    beginsWith(bytes.subarray(-end.length), end)
  )
}

/**
 * What an injected wallet signs when it is asked to sign bytes: `<Bytes>…</Bytes>`, so that no transaction can pass as
 * a message. Bytes that are wrapped, or begin as Ethereum's messages do, stay as they are.
 */
export function wrapBytes(bytes: Uint8Array): Uint8Array {
  if (isWrapped(bytes) || beginsWith(bytes, ethereumStart)) return bytes
  return Uint8Array.of(...encode(start), ...bytes, ...encode(end))
}

/** Data bytes of one APDU. */
const most = 255

/**
 * Splits what is streamed to the device.
 *
 * @param tail How many bytes at the end must not stand alone. A legacy transaction ends in chain id, 0, 0 (EIP-155), and the app
 *   takes one that is cut right before them for a transaction without a chain id.
 */
export function chunkPayload(payload: Uint8Array, tail = 0): readonly Uint8Array[] {
  let size = most
  while (size > 1 && payload.length > size && payload.length % size !== 0 && payload.length % size <= tail) {
    size -= 1
  }
  const chunks: Uint8Array[] = []
  for (let at = 0; at < payload.length; at += size) chunks.push(payload.slice(at, at + size))
  return chunks
}

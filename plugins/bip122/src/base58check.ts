import { sha256 } from './sha256.js'

// Read apart from `@latchkey/kernel/chain`, whose pair of functions would be 0.2 kB of the page's first load.
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Longer than any address or key; the work grows with the square of the length. */
const lengthLimit = 112

/** The payload of a Base58Check text, version byte first, or `undefined` when it is none. */
export function decodeBase58Check(text: string): Uint8Array | undefined {
  if (text.length > lengthLimit) return undefined
  const bytes: number[] = []
  for (const character of text) {
    let carry = alphabet.indexOf(character)
    if (carry < 0) return undefined
    for (let index = 0; index < bytes.length || carry > 0; index += 1) {
      carry += (bytes[index] ?? 0) * 58
      bytes[index] = carry & 255
      carry >>= 8
    }
  }
  const zeros = new Uint8Array(text.search(/[^1]|$/))
  const decoded = Uint8Array.of(...zeros, ...bytes.reverse())
  if (decoded.length < 5) return undefined
  const payload = decoded.slice(0, -4)
  const checksum = sha256(sha256(payload))
  return decoded.slice(-4).every((byte, index) => byte === checksum[index]) ? payload : undefined
}

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

export interface Bech32 {
  readonly encoding: 'bech32' | 'bech32m'
  /** Lower case. */
  readonly prefix: string
  /** Groups of five bits, without the checksum. */
  readonly words: readonly number[]
}

export interface WitnessProgram {
  /** Lower case human-readable part: `bc`, `tb`, `bcrt`. */
  readonly prefix: string
  readonly version: number
  readonly program: Uint8Array
}

/** Reads Bech32 (BIP-173) or Bech32m (BIP-350) text of at most 90 characters; `undefined` when it is neither. */
export function decodeBech32(text: string): Bech32 | undefined {
  if (text.length > 90) return undefined
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) return undefined
  const separator = lower.lastIndexOf('1')
  const prefix = lower.slice(0, Math.max(0, separator))
  if (!/^[\x21-\x7e]+$/.test(prefix) || lower.length - separator < 7) return undefined
  const words = Array.from(lower.slice(separator + 1), (character) => alphabet.indexOf(character))
  if (words.includes(-1)) return undefined
  const codes = Array.from(prefix, (character) => character.charCodeAt(0))
  const remainder = polymod([
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...words,
  ])
  const encoding = remainder === 1 ? 'bech32' : remainder === 0x2bc830a3 ? 'bech32m' : undefined
  return encoding && { encoding, prefix, words: words.slice(0, -6) }
}

function polymod(values: readonly number[]): number {
  return values.reduce((sum, value) => {
    const top = sum >>> 25
    const next = ((sum & 0x1ffffff) << 5) ^ value
    return generators.reduce((mixed, generator, bit) => ((top >> bit) & 1 ? mixed ^ generator : mixed), next)
  }, 1)
}

/**
 * Reads a segregated witness address. Version 0 is Bech32 with 20 or 32 bytes, 1 to 16 are Bech32m with 2 to 40
 * (BIP-173 and BIP-350); anything else is `undefined`.
 */
export function decodeSegwit(text: string): WitnessProgram | undefined {
  const { encoding, prefix, words: [version = 17, ...words] = [] } = decodeBech32(text) ?? {}
  const program = toBytes(words)
  if (prefix === undefined || version > 16 || !program || program.length < 2 || program.length > 40) {
    return undefined
  }
  if (version === 0 && program.length !== 20 && program.length !== 32) return undefined
  return encoding === (version === 0 ? 'bech32' : 'bech32m') ? { prefix, version, program } : undefined
}

/** From groups of five bits. At most four bits may be left over, all of them zero. */
function toBytes(words: readonly number[]): Uint8Array | undefined {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const word of words) {
    held = ((held << 5) | word) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 255)
  }
  return bits < 5 && (held & ((1 << bits) - 1)) === 0 ? Uint8Array.from(bytes) : undefined
}

import { keccakP } from '@noble/hashes/sha3.js'
import { CharacterClass, isEvery } from './characterClasses.js'

/** Whether the text is `0x` and 40 hexadecimal digits, in any case. */
export function isHexAddress(address: string): boolean {
  return address.length === 42 && address.startsWith('0x') && isEvery(address, CharacterClass.hex, 2)
}

/** Whether the address carries the mixed-case checksum of EIP-55. All-lower and all-upper do not count. */
export function isChecksumAddress(address: string): boolean {
  if (!isHexAddress(address)) return false
  const hash = hashOfLowerCase(address)
  for (let index = 0; index < 40; index++) {
    const code = address.charCodeAt(index + 2)
    if (code >= 58 && code < 97 !== isUpper(hash, index)) return false
  }
  return true
}

/** The EIP-55 spelling of 20 bytes of hexadecimal with `0x`. The case of the input is ignored. */
export function checksumAddress(address: string): string {
  const lower = address.toLowerCase()
  const hash = hashOfLowerCase(lower)
  let result = '0x'
  for (let index = 0; index < 40; index++) {
    const character = lower.charAt(index + 2)
    result += isUpper(hash, index) ? character.toUpperCase() : character
  }
  return result
}

/** Words of the sponge: 1600 bits of state, of which 1088 take input (Keccak-256). */
const STATE_WORDS = 50
const LAST_RATE_WORD = 33

/**
 * Keccak-256 of the 40 digits as little-endian words. They fit one block, so the permutation is run directly:
 * the incremental hasher costs as much again, and every EVM sign-in pays for this.
 */
function hashOfLowerCase(address: string): Uint32Array {
  const state = new Uint32Array(STATE_WORDS)
  for (let index = 0; index < 40; index++) {
    const code = address.charCodeAt(index + 2)
    const word = index >> 2
    state[word] = (state[word] ?? 0) | ((code < 58 ? code : code | 32) << ((index & 3) * 8))
  }
  state[10] = 0x01
  state[LAST_RATE_WORD] = 0x80000000
  keccakP(state)
  return state
}

/** Whether the nibble of the hash at `index` is eight or more. */
function isUpper(hash: Uint32Array, index: number): boolean {
  const word = hash[index >> 3] ?? 0
  const shift = ((index & 6) << 2) + (index & 1 ? 3 : 7)
  return ((word >>> shift) & 1) === 1
}

import { type Address, type Hex, InvalidAddressError, isAddress } from 'viem'

/** Hexadecimal digits of a word of 32 bytes. */
export const wordDigits = 64

/** A number as a word, without `0x`. @throws RangeError for one that has no place in 256 bits */
export function writeWord(value: bigint | number): string {
  const digits = value.toString(16)
  if (value < 0 || digits.length > wordDigits) throw new RangeError('The number has no place in 256 bits.')
  return digits.padStart(wordDigits, '0')
}

/** An address as a word, without `0x`. @throws InvalidAddressError also where the checksum is wrong */
export function writeAddress(address: Address): string {
  if (!isAddress(address)) throw new InvalidAddressError({ address })
  return address.slice(2).toLowerCase().padStart(wordDigits, '0')
}

/** The length of bytes, and the bytes up to the end of a word. Takes and returns digits without `0x`. */
export function writeBytes(digits: string): string {
  const size = Math.ceil(digits.length / wordDigits) * wordDigits
  return `${writeWord(digits.length / 2)}${digits.padEnd(size, '0')}`
}

/** Reads what the ABI lays out in words. Places are counted in digits. Every reading outside of the data is `undefined`. */
export interface Words {
  /** The word at a place. */
  word(place: number): bigint | undefined
  /** A length or an offset, in digits. `undefined` for one that leads out of the data. */
  distance(place: number): number | undefined
  /** Digits from a place on. */
  digits(place: number, length: number): string | undefined
}

const bytesOnly = /^0x[0-9a-f]*$/i

/** Words of what a contract answered. `undefined` for anything but bytes. */
export function readWords(data: unknown): Words | undefined {
  if (typeof data !== 'string' || data.length % 2 !== 0 || !bytesOnly.test(data)) return undefined
  const digits = (place: number, length: number) =>
    place + length + 2 <= data.length ? data.slice(place + 2, place + 2 + length) : undefined
  const word = (place: number) => {
    const found = digits(place, wordDigits)
    return found === undefined ? undefined : BigInt(`0x${found}`)
  }
  return {
    word,
    digits,
    distance(place) {
      const found = word(place)
      return found !== undefined && found <= data.length ? Number(found) * 2 : undefined
    },
  }
}

export const toHex = (digits: string): Hex => `0x${digits}`

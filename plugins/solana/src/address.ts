import { decodeBase58 } from '@latchkey/kernel/chain'

/** 32 bytes take 32 to 44 characters. Longer text is refused before the work of decoding it. */
const longest = 44
const keyLength = 32

/** The 32 bytes an address stands for, or `undefined` when it is none. */
export function addressBytes(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || value.length > longest) return undefined
  const bytes = decodeBase58(value)
  return bytes?.length === keyLength ? bytes : undefined
}

/**
 * Whether a person may enter this as an address: base58 of exactly 32 bytes. A length check alone would accept text
 * that decodes to 31 or 33 bytes. Program-owned addresses, off the curve, are addresses too.
 */
export function isAddress(value: string): boolean {
  return addressBytes(value) !== undefined
}

/** Whether both name one account. Base58 is case-sensitive; what is no address equals nothing. */
export function isSameAddress(left: string, right: string): boolean {
  return left === right && isAddress(left)
}

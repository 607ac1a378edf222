import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

const form = /^__id__1([0-9a-f]{64})([0-9a-f]{8})$/

/** Writes an account's address: the chain's prefix, the public key, and four bytes of its hash against slips of the pen. */
export const addressOf = (publicKey: Uint8Array): string =>
  `__id__1${bytesToHex(publicKey)}${checksumOf(publicKey)}`

const checksumOf = (publicKey: Uint8Array): string => bytesToHex(sha256(publicKey)).slice(0, 8)

/** Reads the public key of an address. Returns nothing for what is none. */
export function publicKeyOf(address: string): Uint8Array | undefined {
  const [, hex, checksum] = form.exec(address) ?? []
  if (hex === undefined) return undefined
  const publicKey = hexToBytes(hex)
  return checksumOf(publicKey) === checksum ? publicKey : undefined
}

export const isAddress = (value: string): boolean => publicKeyOf(value) !== undefined

/** Compares by the chain's rule: each account has one spelling. */
export const isSameAddress = (left: string, right: string): boolean => left === right && isAddress(left)

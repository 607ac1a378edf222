import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Hexadecimal SHA-256 of a browser's secret, so that stores never hold the secret. Empty stays empty. */
export function hashBinding(binding: string): string {
  return binding === '' ? '' : bytesToHex(sha256(utf8ToBytes(binding)))
}

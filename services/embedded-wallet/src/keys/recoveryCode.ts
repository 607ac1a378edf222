import { sha256 } from '@noble/hashes/sha2.js'
import { base32crockford } from '@scure/base'
import { sealShare, UnsealError, unsealShare } from './sealShare.js'

const codeBytes = 16
/** Two bytes of checksum tell a typing error from another wallet's code. */
const checksumBytes = 2
const groups = /.{1,5}/g

const checksum = (secret: Uint8Array) =>
  sha256(new Uint8Array([...new TextEncoder().encode('latchkey/recovery-code'), ...secret])).subarray(
    0,
    checksumBytes,
  )

/** A code of 128 random bits for a person to write down: six groups of Crockford's base 32, which has no look-alikes. */
export function createRecoveryCode(): string {
  const secret = crypto.getRandomValues(new Uint8Array(codeBytes))
  const text = base32crockford.encode(new Uint8Array([...secret, ...checksum(secret)]))
  return (text.match(groups) ?? []).join('-')
}

/**
 * Reads a code as people type it: in any case and width, with or without dashes and spaces, O for 0, I and L for 1.
 *
 * @throws UnsealError when it is none, or has a typing error
 */
export function readRecoveryCode(typed: string): Uint8Array {
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  try {
    const bytes = base32crockford.decode(text)
    const secret = bytes.subarray(0, codeBytes)
    const [first, second] = checksum(secret)
    const isWhole = bytes.length === codeBytes + checksumBytes
    if (!isWhole || bytes[codeBytes] !== first || bytes[codeBytes + 1] !== second) throw new Error('checksum')
    return secret
  } catch (cause) {
    throw new UnsealError('This recovery code has a typing error. Compare it with what you wrote down.', {
      cause,
    })
  }
}

const label = 'recovery-code/1'
const contextOf = (splitId: string) => `latchkey/recovery/${splitId}`

/** Seals the third share with a recovery code, for one split. */
export const sealWithCode = (code: string, splitId: string, share: Uint8Array) =>
  sealShare(readRecoveryCode(code), label, contextOf(splitId), share)

/** @throws UnsealError */
export const openWithCode = async (code: string, splitId: string, sealed: string) =>
  unsealShare(readRecoveryCode(code), label, contextOf(splitId), sealed)

/** Seals the third share with what a passkey's PRF extension answered: 32 bytes that never leave the frame. */
export const sealWithPrf = (output: Uint8Array, splitId: string, share: Uint8Array) =>
  sealShare(output, 'passkey-prf/1', contextOf(splitId), share)

/** @throws UnsealError */
export const openWithPrf = (output: Uint8Array, splitId: string, sealed: string) =>
  unsealShare(output, 'passkey-prf/1', contextOf(splitId), sealed)

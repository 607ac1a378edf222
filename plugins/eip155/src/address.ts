import type { NetworkId } from '@latchkey/kernel/plugin'
import { keccak256 } from './keccak256.js'

const addressPattern = /^(?:0x)?([0-9a-fA-F]{40})$/

/** The forty hex digits of an address, without `0x`, or `undefined`. */
function digitsOf(value: unknown): string | undefined {
  return typeof value === 'string' ? addressPattern.exec(value)?.[1] : undefined
}

/** EIP-55: a letter is upper-case when the matching nibble of keccak256(lower-case digits) is 8 or more. EIP-1191 hashes a prefix, too. */
function checksum(digits: string, prefix = ''): string {
  const lower = digits.toLowerCase()
  const hash = keccak256(Uint8Array.from(prefix + lower, (digit) => digit.charCodeAt(0)))
  return lower.replace(/[a-f]/g, (letter, at: number) => {
    const nibble = ((hash[at >> 1] as number) >> (at % 2 ? 0 : 4)) & 15
    return nibble >= 8 ? letter.toUpperCase() : letter
  })
}

/** Networks whose wallets write the checksum of EIP-1191, as its "Adoption" lists them: Rootstock and its test network. */
const withOwnChecksum = /^eip155:(3[01])$/

/**
 * Whether a person may enter this as an address: forty hex digits, with or without `0x`. All-lower and all-upper carry
 * no checksum and pass; mixed case must be the EIP-55 form, because it is a typing error otherwise.
 *
 * @param networkId Takes the checksum that this network has of its own (EIP-1191), too.
 */
export function isAddress(value: string, networkId?: NetworkId): boolean {
  const digits = digitsOf(value)
  if (digits === undefined) return false
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  const [, chainId] = withOwnChecksum.exec(networkId ?? '') ?? []
  return digits === checksum(digits) || (chainId !== undefined && digits === checksum(digits, `${chainId}0x`))
}

/** Whether both name one account. Case carries a checksum and no meaning; what is no address equals nothing. */
export function isSameAddress(left: string, right: string): boolean {
  const digits = digitsOf(left)?.toLowerCase()
  return digits !== undefined && digits === digitsOf(right)?.toLowerCase()
}

/** The EIP-55 form, always with `0x`. `undefined` when it is no address; a wrong checksum is corrected. */
export function toChecksumAddress(value: unknown): `0x${string}` | undefined {
  const digits = digitsOf(value)
  return digits === undefined ? undefined : `0x${checksum(digits)}`
}

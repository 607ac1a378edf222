import { checksumAddress, type Hex } from 'viem'

/** Networks whose wallets write a checksum of their own (EIP-1191): Rootstock and its test network. */
const withOwnChecksum: readonly number[] = [30, 31]

/** Whether an address of 0x and 40 hex digits is written in one case, or its capital letters are the checksum (EIP-55, EIP-1191). */
export function hasChecksum(address: string, chainId: number): boolean {
  const digits = address.slice(2)
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
  // Prepared in one case: viem keeps a checksum by the spelling that it was asked with.
  const plain = address.toLowerCase() as Hex
  return (
    address === checksumAddress(plain) ||
    (withOwnChecksum.includes(chainId) && address === checksumAddress(plain, chainId))
  )
}

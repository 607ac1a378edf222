import { getAddress } from 'viem'

/** About 15 MB of addresses. */
const addressesKept = 60_000

/** Checksums of addresses (EIP-55), kept: an answer of one page has hundreds, mostly the same as the page before. */
export function createChecksums(): (address: string) => string {
  const kept = new Map<string, string>()
  return (address) => {
    const known = kept.get(address)
    if (known !== undefined) return known
    const checksummed = getAddress(address)
    if (kept.size >= addressesKept) kept.clear()
    kept.set(address, checksummed)
    return checksummed
  }
}

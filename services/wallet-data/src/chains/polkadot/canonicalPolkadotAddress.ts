import { decodeAddress } from '@polkadot/util-crypto'

/** The public key: the same account has another address on every network. */
export function canonicalPolkadotAddress(text: string): string | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{46,50}$/.test(text)) return undefined
  try {
    const key = decodeAddress(text)
    return key.length === 32 ? `0x${Buffer.from(key).toString('hex')}` : undefined
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

import { coinPlaceholder } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { namespaceOf, parseNetworkId } from '@latchkey/kernel/contracts'
/** What the contract calls things. Reference facts, sections 2.1, 2.5 and 7.1. */

export const sdkType = 'latchkey'

/** Stands for the native coin where the contract wants the address of a token. */
const nativePlaceholders: Readonly<Record<string, string>> = {
  eip155: coinPlaceholder,
  solana: 'So11111111111111111111111111111111111111111',
}
const otherPlaceholder = '0x'

const placeholderOf = (networkId: NetworkId) => nativePlaceholders[namespaceOf(networkId)] ?? otherPlaceholder

/** The CAIP-10 address of a token, or what the contract takes for the native coin. */
export function assetAddress(networkId: NetworkId, token?: string): string {
  return `${networkId}:${token ?? placeholderOf(networkId)}`
}

/** Whether an address stands for the native coin. */
export function isPlaceholder(networkId: NetworkId, address: string): boolean {
  return address.toLowerCase() === placeholderOf(networkId).toLowerCase()
}

/** SLIP-44 numbers of namespaces that have one for all networks. */
const coinTypes: Readonly<Record<string, bigint>> = { solana: 501n, bip122: 0n, polkadot: 354n }

/** The coin type the contract keeps a network's addresses under: ENSIP-11 for EVM, otherwise SLIP-44. */
export function coinTypeOf(networkId: NetworkId): bigint | undefined {
  const parts = parseNetworkId(networkId)
  if (!parts) return undefined
  if (parts.namespace !== 'eip155') return coinTypes[parts.namespace]
  if (!/^[1-9]\d{0,9}$/.test(parts.reference)) return undefined
  const chainId = BigInt(parts.reference)
  if (chainId === 1n) return 60n
  return chainId < 0x8000_0000n ? 0x8000_0000n | chainId : undefined
}

/** CAIP-2 namespace: 3 to 8 of `[-a-z0-9]`. The four with plugins here are listed for completion only. */
export type NamespaceId = 'eip155' | 'solana' | 'bip122' | 'polkadot' | (string & {})
/** CAIP-2 chain id, `namespace:reference`, case-sensitive. */
export type NetworkId = `${string}:${string}`
/** CAIP-10 account id, `namespace:reference:address`. */
export type AccountId = `${string}:${string}:${string}`

const chainPattern = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32})$/

export interface ChainIdParts {
  readonly namespace: NamespaceId
  readonly reference: string
}

/** Splits a CAIP-2 chain id, or answers `undefined` when it is not one. */
export function parseNetworkId(value: string): ChainIdParts | undefined {
  const match = chainPattern.exec(value)
  return match ? { namespace: match[1] as string, reference: match[2] as string } : undefined
}

/** Joins a CAIP-2 id and an address to a CAIP-10 id. */
export function accountId(networkId: NetworkId, address: string): AccountId {
  return `${networkId}:${address}` as AccountId
}

/** The namespace of a CAIP-2 or CAIP-10 id; empty for a text that is neither. */
export function namespaceOf(id: string): NamespaceId {
  return id.slice(0, Math.max(0, id.indexOf(':')))
}

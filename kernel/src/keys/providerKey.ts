import type { NamespaceId } from '../contracts/caip.js'

/** Types what `Connection.provider(namespace)` answers. Exported by the namespace's plugin. */
export interface ProviderKey<T> {
  readonly namespace: NamespaceId
  readonly '~type'?: (value: T) => T
}

/**
 * @example
 * export const Eip155Provider = providerKey<Eip1193Provider>('eip155')
 */
export function providerKey<T>(namespace: NamespaceId): ProviderKey<T> {
  return { namespace }
}

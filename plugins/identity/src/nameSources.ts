import {
  findCapability,
  Identities,
  type NamespaceContribution,
  namespaceOf,
  type NetworkId,
} from '@latchkey/kernel/plugin'
import type { NamesService } from '@latchkey/kernel/plugin'

/** The two questions about names, whoever answers them. */
export type NameSource = Pick<NamesService, 'lookup' | 'resolve' | 'find'>

export interface NameSources {
  /** Best first: the provider of `Names`, then the namespace itself. Empty where nobody knows names. */
  on(networkId: NetworkId): readonly NameSource[]
  isSameAddress(networkId: NetworkId, left: string, right: string): boolean
}

export function createNameSources(
  names: NamesService | undefined,
  namespaces: () => readonly NamespaceContribution[],
): NameSources {
  const namespaceOn = (networkId: NetworkId) => namespaces().find(({ id }) => id === namespaceOf(networkId))
  return {
    on(networkId) {
      const own = findCapability(namespaceOn(networkId)?.capabilities ?? [], Identities)
      const knows = own && (own.supports?.(networkId) ?? true)
      return [...(names?.supports(networkId) ? [names] : []), ...(knows ? [own] : [])]
    },
    isSameAddress: (networkId, left, right) => namespaceOn(networkId)?.isSameAddress(left, right) ?? false,
  }
}

import type { NamespaceId, Network } from '@latchkey/kernel/plugin'

/** A network as an app names it: its CAIP-2 id, or its number where the namespace has numbers, such as `8453`. */
export type NetworkName<N extends NamespaceId = NamespaceId> = `${N}:${string}` | number

/** A network, by itself or as a member, so that both hooks that switch take both. */
export type NetworkChoice<N extends NamespaceId = NamespaceId> =
  | NetworkName<N>
  | { readonly networkId: NetworkName<N> }

/**
 * The CAIP-2 id of a network. A number is the one of the listed networks that has it; where several have it or none, the
 * one of `namespace`, which then may not be listed.
 *
 * @param namespace default `eip155`, whose networks are known by their numbers.
 */
export function toNetworkId<N extends NamespaceId>(
  choice: NetworkChoice<N>,
  networks: readonly Network[],
  namespace?: N,
): `${N}:${string}` {
  const name = typeof choice === 'object' && choice !== null ? choice.networkId : choice
  if (typeof name !== 'number') return name
  const numbered = networks.filter(
    ({ id, namespace: own }) => id === `${own}:${name}` && (namespace === undefined || own === namespace),
  )
  const id = numbered.length === 1 ? numbered[0]?.id : undefined
  return (id ?? `${namespace ?? 'eip155'}:${name}`) as `${N}:${string}`
}

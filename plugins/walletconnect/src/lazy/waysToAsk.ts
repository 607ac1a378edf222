import {
  findCapability,
  type NamespaceContribution,
  RequestNetwork,
  type RequestNetworkCapability,
} from '@latchkey/kernel/plugin'

/** How the wallet of a session is asked for a network, where it approved a method for that. */
export function waysToAsk(
  namespace: NamespaceContribution | undefined,
  methods: readonly string[],
): RequestNetworkCapability | undefined {
  const ways = findCapability(namespace?.capabilities ?? [], RequestNetwork)
  return ways?.methods.some((method) => methods.includes(method)) ? ways : undefined
}

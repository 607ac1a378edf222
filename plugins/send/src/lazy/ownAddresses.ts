import type { NamespaceId } from '@latchkey/kernel/plugin'
import type { SessionService } from '@latchkey/kernel/wallet'

/** Addresses of a namespace that the person has keys to: anybody can have them watch another. */
export const ownAddresses = ({ state }: SessionService, namespace: NamespaceId): readonly string[] =>
  state.connections
    .flatMap(({ accounts }) => accounts)
    .filter((account) => account.namespace === namespace && account.kind !== 'watching')
    .map(({ address }) => address)

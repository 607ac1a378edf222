import { Identities } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import type { NamesService } from '@latchkey/kernel/contracts'

/** The two questions about names, to whichever source. */
export type NameSource = Pick<NamesService, 'lookup' | 'resolve' | 'find'>

export interface NameSources {
  /** Best first: the provider of `Names`, then the namespace itself. Empty where nobody knows names. */
  on(networkId: NetworkId): readonly NameSource[]
  isSameAddress(networkId: NetworkId, left: string, right: string): boolean
}

export function createNameSources(names: NamesService | undefined, wallets: WalletsService): NameSources {
  return {
    on(networkId) {
      const own = wallets.chain(networkId, Identities)
      const knows = own && (own.supports?.(networkId) ?? true)
      return [...(names?.supports(networkId) ? [names] : []), ...(knows ? [own] : [])]
    },
    isSameAddress: (networkId, left, right) =>
      wallets.namespace(networkId)?.isSameAddress(left, right) ?? false,
  }
}

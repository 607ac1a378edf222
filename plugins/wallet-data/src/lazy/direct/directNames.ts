import { Identities, type Identity, type IdentityCapability } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { Chains } from '../chains.js'
import type { NameQuestion, Resolved } from '../names.js'
import type { Source } from '../sources.js'
import type { AccountRequest } from './directHoldings.js'

/** The chain's own name service. */
export function createDirectNames(chains: Chains): {
  readonly lookup: Source<AccountRequest, Identity>
  readonly resolver: Source<NameQuestion, Resolved>
} {
  function serving(networkId: NetworkId): IdentityCapability | undefined {
    const names = chains.capability(networkId, Identities)
    return names && (names.supports?.(networkId) ?? true) ? names : undefined
  }
  return {
    lookup: { source: 'chain', read: async (request) => serving(request.networkId)?.lookup(request) },
    resolver: {
      source: 'chain',
      async read(question) {
        const names = serving(question.networkId)
        if (!names) return undefined
        const address = await names.resolve(question)
        return address === undefined ? {} : { address }
      },
    },
  }
}

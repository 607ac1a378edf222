import { plainWords } from '@latchkey/kernel/contracts'
import type { NamespaceContribution, Network, NetworkId, Token } from '@latchkey/kernel/plugin'
import type { WalletsService } from '@latchkey/kernel/wallet'
import { addressInvalid } from './errors.js'

/** What the host lists, asked at the time of a request: a namespace may be added late. */
export interface Chains {
  namespace(networkId: NetworkId): NamespaceContribution | undefined
  network(networkId: NetworkId): Network | undefined
  capability<T>(networkId: NetworkId, token: Token<T>): T | undefined
  /**
   * One spelling for an address that has several, so that it is asked about once.
   * @throws BaseError `ADDRESS_INVALID` before anybody is asked about what is no address.
   */
  canonical(networkId: NetworkId, address: string): string
}

/** Addresses whose spelling is remembered. */
const spellingLimit = 200

export function createChains(wallets: WalletsService): Chains {
  const spellings = new Map<string, string[]>()
  const { namespace } = wallets
  return {
    namespace,
    network: (networkId) => namespace(networkId)?.networks.find(({ id }) => id === networkId),
    capability: wallets.chain,
    canonical(networkId, address) {
      const found = namespace(networkId)
      if (!found) return address
      if (!found.isAddress(address, networkId)) throw addressInvalid(plainWords(found.label), address)
      const known = spellings.get(found.id) ?? []
      const same = known.find((other) => found.isSameAddress(other, address))
      if (same !== undefined) return same
      spellings.set(found.id, [address, ...known].slice(0, spellingLimit))
      return address
    },
  }
}

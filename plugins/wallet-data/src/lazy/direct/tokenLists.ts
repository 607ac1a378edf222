import { lazy, type NetworkId, type TokenReference } from '@latchkey/kernel/plugin'
import type { TokenLists } from '../../options.js'
import type { Chains } from '../chains.js'

/** The host's tokens first, then the common ones of the network that the host has not listed itself. */
export function createTokenLists(
  chains: Chains,
  { tokens = {}, commonTokens = true }: TokenLists,
): (networkId: NetworkId) => Promise<readonly TokenReference[]> {
  const common = lazy('The list of common tokens', () => import('../../data/commonTokens.js'))
  return async (networkId) => {
    const own = tokens[networkId] ?? []
    if (!commonTokens) return own
    const known = (await common()).commonTokens[networkId] ?? []
    const isSame = chains.namespace(networkId)?.isSameAddress ?? ((left, right) => left === right)
    const further = known.filter(({ address }) => !own.some((token) => isSame(token.address, address)))
    return [...own, ...further]
  }
}

import { lazy, type NetworkId, type TokenReference } from '@latchkey/kernel/plugin'
import type { TokenLists } from '../../options.js'
import type { Chains } from '../chains.js'
import type { KeptTokens } from '../keptTokens.js'
import type { AccountRequest } from './directHoldings.js'

/** The host's tokens, those of its lists, then the common ones of the network, then what the person added. Each once. */
export function createTokenLists(
  chains: Chains,
  { tokens = {}, commonTokens = true }: TokenLists,
  kept: KeptTokens,
  listed: (networkId: NetworkId) => Promise<readonly TokenReference[]>,
): (request: AccountRequest) => Promise<readonly TokenReference[]> {
  const common = lazy('The list of common tokens', () => import('../../data/commonTokens.js'))
  return async (request) => {
    const { networkId } = request
    const isSame = chains.namespace(networkId)?.isSameAddress ?? ((left, right) => left === right)
    const add = (list: readonly TokenReference[], further: readonly TokenReference[]) => [
      ...list,
      ...further.filter(({ address }) => !list.some((token) => isSame(token.address, address))),
    ]
    // What the host calls a token is shown, whatever the person's own entry says.
    const own = add(tokens[networkId] ?? [], await listed(networkId))
    const known = commonTokens ? ((await common()).commonTokens[networkId] ?? []) : []
    return add(add(own, known), kept.list(request))
  }
}

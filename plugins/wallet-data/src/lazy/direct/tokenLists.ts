import { lazy, type NetworkId } from '@latchkey/kernel/plugin'
import type { TokenReference } from '@latchkey/kernel/contracts'
import type { TokenLists } from '../../options.js'
import type { Chains } from '../chains.js'
import type { KeptTokens } from '../keptTokens.js'
import type { AccountRequest } from './directHoldings.js'
import type { ListedTokens } from './listedTokens.js'

export interface TokenDirectory {
  /** The host's tokens, those of its lists, then the common ones of the network, then what the person added. Each once. */
  wanted(request: AccountRequest): Promise<readonly TokenReference[]>
  /** Whether the host, one of its lists that is loaded by now, or the list of common ones names a token. */
  lister(networkId: NetworkId): Promise<(token: string) => boolean>
}

export function createTokenLists(
  chains: Chains,
  { tokens = {}, commonTokens = true }: TokenLists,
  kept: KeptTokens,
  listed: ListedTokens,
): TokenDirectory {
  const common = lazy('The list of common tokens', () => import('../../data/commonTokens.js'))
  const commonOf = async (networkId: NetworkId) =>
    commonTokens ? ((await common()).commonTokens[networkId] ?? []) : []
  const rule = (networkId: NetworkId) => chains.namespace(networkId)?.isSameAddress ?? Object.is
  return {
    async wanted(request) {
      const { networkId } = request
      const isSame = rule(networkId)
      const add = (list: readonly TokenReference[], further: readonly TokenReference[]) => [
        ...list,
        ...further.filter(({ address }) => !list.some((token) => isSame(token.address, address))),
      ]
      // What the host calls a token is shown, whatever the person's own entry says.
      const own = add(tokens[networkId] ?? [], await listed.read(networkId))
      return add(add(own, await commonOf(networkId)), kept.list(request))
    },
    async lister(networkId) {
      const named = [
        ...(tokens[networkId] ?? []),
        ...listed.loaded(networkId),
        ...(await commonOf(networkId)),
      ].map(({ address }) => address)
      const exact = new Set(named)
      const isSame = rule(networkId)
      return (token) => exact.has(token) || named.some((address) => isSame(address, token))
    },
  }
}

import type { Amount, BalanceRequest, HistoryPage, HistoryRequest } from '@latchkey/kernel/contracts'
import type { CapabilityTools } from '../capabilities.js'
import { createHistory } from './createHistory.js'
import { networkOf } from './networkOf.js'

/** What is read of the chain through the source of coins. */
export interface Reader {
  native(request: BalanceRequest): Promise<Amount>
  history(request: HistoryRequest): Promise<HistoryPage>
}

export function createReader({ networks, source }: Pick<CapabilityTools, 'networks' | 'source'>): Reader {
  const history = createHistory({ networks, source })
  return {
    async native(request) {
      const { symbol, decimals } = networkOf(networks, request.networkId).nativeCurrency
      const { confirmed, pending } = await source().balance(request)
      return { value: confirmed + pending, symbol, decimals }
    },
    history: (request) => history.read(request),
  }
}

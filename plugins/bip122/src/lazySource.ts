import { type HttpService, lazy, type LogService } from '@latchkey/kernel/plugin'
import type { BitcoinNetworks } from './networks.js'
import type { UtxoSourceService } from './utxoSource.js'

/** The Esplora source, loaded with the first question. */
export function createLazySource(
  networks: BitcoinNetworks,
  http: HttpService,
  log: LogService,
): UtxoSourceService {
  const source = lazy('The Bitcoin client', async () => {
    const { createEsploraSource } = await import('./lazy/esplora.js')
    return createEsploraSource(networks, http, log)
  })
  return {
    utxos: async (request) => (await source()).utxos(request),
    balance: async (request) => (await source()).balance(request),
    feeRates: async (request) => (await source()).feeRates(request),
    status: async (request) => (await source()).status(request),
    transaction: async (request) => (await source()).transaction(request),
    spender: async (request) => (await source()).spender?.(request),
    async history(request) {
      const { history } = await source()
      return history ? history(request) : { transactions: [] }
    },
    broadcast: async (request) => (await source()).broadcast(request),
  }
}

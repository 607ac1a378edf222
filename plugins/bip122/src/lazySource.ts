import { type HttpService, lazy, type LogService } from '@latchkey/kernel/plugin'
import { loadBasics } from './loadBasics.js'
import type { BitcoinNetworks } from './networks.js'
import type { UtxoSourceService } from './utxoSource.js'

type Source = Required<UtxoSourceService>

/** The Esplora source, loaded with the first question. */
export function createLazySource(networks: BitcoinNetworks, http: HttpService, log: LogService): Source {
  const source = lazy('The Bitcoin client', async () =>
    (await loadBasics()).createEsploraSource(networks, http, log),
  )
  const ask = <Name extends keyof Source>(name: Name) =>
    (async (request: never) => (await source())[name](request)) as Source[Name]
  return {
    utxos: ask('utxos'),
    balance: ask('balance'),
    feeRates: ask('feeRates'),
    status: ask('status'),
    transaction: ask('transaction'),
    spender: ask('spender'),
    history: ask('history'),
    broadcast: ask('broadcast'),
  }
}

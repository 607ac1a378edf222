import { untilAborted } from '@latchkey/kernel/chain'
import { type Clock, type LogService, messageOf, type NetworkId } from '@latchkey/kernel/plugin'
import type { PricesService } from '@latchkey/kernel/contracts'
import { priceOf } from '../priceOf.js'
import { createSharedCache } from '../sharedCache.js'
import { assetAddress } from './contract.js'
import type { Coverage } from './createCoverage.js'
import type { ServiceClient } from './createClient.js'
import { prices } from './schema.js'

/** Milliseconds (reference facts, section 2.8). */
const freshTime = 15_000

export interface ServicePricesOptions {
  readonly client: ServiceClient
  readonly coverage: Coverage
  readonly clock: Clock
  readonly log: LogService
  readonly projectId: string | undefined
}

/** One asset a request: the contract honours the first address only. */
export function createServicePrices(options: ServicePricesOptions): PricesService {
  const { client, coverage, clock, log, projectId } = options
  const cache = createSharedCache<string | undefined>({ clock, freshTime })

  async function ask(networkId: NetworkId, asset: string, currency: string): Promise<string | undefined> {
    const answer = await coverage.ask('price', networkId, () =>
      client.request({
        path: '/v1/fungible/price',
        method: 'POST',
        // It only reads, so it may be asked again.
        retries: 3,
        body: { projectId, currency, addresses: [asset] },
        schema: prices,
      }),
    )
    const fungibles = answer?.fungibles ?? []
    const isSame = ({ address }: (typeof fungibles)[number]) => address?.toLowerCase() === asset.toLowerCase()
    const found = fungibles.find(isSame) ?? (fungibles.length === 1 ? fungibles[0] : undefined)
    return priceOf(found?.price)
  }

  return {
    async read({ networkId, address, currency = 'usd', signal }) {
      const asset = assetAddress(networkId, address)
      try {
        const reading = cache.read(`${asset} ${currency}`, () => ask(networkId, asset, currency))
        return await untilAborted(signal, reading)
      } catch (error) {
        if (signal?.aborted) throw error
        log.warn(`A price could not be read: ${messageOf(error)}`, error)
        return undefined
      }
    },
  }
}

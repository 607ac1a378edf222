import { ServicePrices } from '@latchkey/kernel/contracts'
import { takeInParts } from './lazy/takeInParts.js'
import { type Priced, type PriceReading, type PriceSource, priceSource } from './PriceSource.js'

/** Requests open at once: the service takes one asset a request. */
const mostAsked = 20

/**
 * Prices of the wallet-data service, as one source among others. Needs `walletData({ url })`.
 *
 * @example
 * createKernel([eip155({ networks }), walletData({ url }), prices([oracleFeeds(), servicePrices()])])
 */
export function servicePrices(): PriceSource {
  return priceSource({
    id: 'servicePrices',
    uses: { prices: ServicePrices },
    open: async ({ prices }) => ({
      supports: ({ networkId }) => networkId !== undefined,
      async read({ assets, currency, signal }) {
        const found: (PriceReading | undefined)[] = []
        for (const part of takeInParts(assets, mostAsked)) {
          const readOne = async (asset: Priced): Promise<PriceReading | undefined> => {
            if (asset.networkId === undefined) return undefined
            const price = await prices.read({ ...asset, currency, signal })
            return price === undefined ? undefined : { price, in: { currency } }
          }
          found.push(...(await Promise.all(part.map(readOne))))
        }
        return found
      },
    }),
  })
}

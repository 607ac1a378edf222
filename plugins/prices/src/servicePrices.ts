import { ServicePrices } from '@latchkey/kernel/plugin'
import { type PriceSource, priceSource } from './PriceSource.js'

/** Assets asked for at once: the service takes one a request. */
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
      read: ({ assets, currency, signal }) =>
        Promise.all(
          assets.map(async (asset, index) => {
            if (asset.networkId === undefined || index >= mostAsked) return undefined
            const price = await prices.read({ ...asset, currency, signal })
            return price === undefined ? undefined : { price, in: { currency } }
          }),
        ),
    }),
  })
}

import type { NetworkId } from '../caip.js'
import { token } from '../../keys/token.js'

/** The currencies of the wallet-data contract. */
export const priceCurrencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
export type PriceCurrency = (typeof priceCurrencies)[number]

export interface PriceRequest {
  readonly networkId: NetworkId
  /** Absent for the native coin. */
  readonly address?: string
  /** Default `usd`. */
  readonly currency?: PriceCurrency
  /**
   * A price in `currency` that came from elsewhere, with a holding: asked after every other source, and compared with
   * them. Only for a service that {@link PricesService.weighsTold}.
   */
  readonly told?: string
  readonly signal?: AbortSignal
}

/** Prices of one whole unit. Without a service nobody knows prices, and the answer is `undefined`: never a guess. */
export interface PricesService {
  /**
   * Compares what its sources say, and `told` with them. Views then ask it for the price of every asset, pass
   * the price that came with the holding, and show no price that it didn't return.
   */
  readonly weighsTold?: true
  /** A decimal string, or `undefined` when no source knows one. */
  read(request: PriceRequest): Promise<string | undefined>
}

export const Prices = token<PricesService>('latchkey.walletData.prices', {
  package: '@latchkey/plugin-wallet-data',
})

/**
 * Prices of the wallet-data service, as one source among others. Views ask {@link Prices}, which is this
 * where no other plugin provides prices.
 */
export const ServicePrices = token<PricesService>('latchkey.walletData.servicePrices', {
  package: '@latchkey/plugin-wallet-data',
})

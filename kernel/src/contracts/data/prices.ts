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
  readonly signal?: AbortSignal
}

/** Prices of one whole unit. Without a service nobody knows prices, and the answer is `undefined`: never a guess. */
export interface PricesService {
  /** A decimal string, or `undefined` when no source knows one. */
  read(request: PriceRequest): Promise<string | undefined>
}

export const Prices = token<PricesService>('latchkey.walletData.prices', {
  package: '@latchkey/plugin-wallet-data',
})

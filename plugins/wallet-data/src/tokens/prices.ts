import { type NetworkId, token } from '@latchkey/kernel/plugin'

/** The currencies of the wallet-data contract. */
export const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
export type Currency = (typeof currencies)[number]

export interface PriceRequest {
  readonly networkId: NetworkId
  /** Absent for the native coin. */
  readonly address?: string
  /** Default `usd`. */
  readonly currency?: Currency
  readonly signal?: AbortSignal
}

/** Prices of one whole unit. Without a service nobody knows prices, and the answer is `undefined`: never a guess. */
export interface PricesService {
  /** A decimal string, or `undefined` when no source knows one. */
  read(request: PriceRequest): Promise<string | undefined>
}

export const Prices = token<PricesService>('latchkey.walletData.prices')

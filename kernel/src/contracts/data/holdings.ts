import type { Amount } from '../capabilities/amount.js'
import type { BaseError } from '../../errors/base.js'
import type { NetworkId } from '../caip.js'
import { token } from '../../keys/token.js'
import type { PriceCurrency } from './prices.js'
import type { DataSource } from './source.js'

/** What an account holds of one asset on one network. */
export interface Holding {
  readonly networkId: NetworkId
  /** Contract, mint or asset id in the namespace's own form; absent for the native coin. */
  readonly address?: string
  readonly name: string
  /** In the smallest unit, with decimals and symbol. */
  readonly amount: Amount
  /** Unchecked: shown through `<img>` only, after the shell's check of pictures. */
  readonly icon?: string
  /** Price of one whole unit, a decimal string in `HoldingsRequest.currency`. Absent when nobody gave one. */
  readonly price?: string
  /** The person added the token. It's listed even if the amount is 0. */
  readonly isKept?: true
  /** The token is on a list that the host gave or that the provider ships. */
  readonly isListed?: true
  /** Worth of the amount, a decimal string in `HoldingsRequest.currency`. */
  readonly worth?: string
}

export interface HoldingsRequest {
  readonly networkId: NetworkId
  /** In the namespace's own form. */
  readonly address: string
  /** Default `usd`. */
  readonly currency?: PriceCurrency
  /** Asks again although an answer is young: after a send, or when a person pulled. */
  readonly fresh?: boolean
  readonly signal?: AbortSignal
}

export interface HoldingsAnswer {
  /**
   * Native coin first where the source tells it, then as the source orders them. Tokens that nothing vouches for are last and
   * without a picture.
   */
  readonly holdings: readonly Holding[]
  readonly source: DataSource
  /** What could not be read, when the rest could: a service that is down and was replaced by the chain, a token that failed. */
  readonly problems: readonly BaseError[]
}

/** What accounts hold. Equal asks at one time share one request; an answer is kept for 30 s. */
export interface HoldingsService {
  /** @throws BaseError `BALANCE_UNAVAILABLE` when no source answers. */
  read(request: HoldingsRequest): Promise<HoldingsAnswer>
}

export const Holdings = token<HoldingsService>('latchkey.walletData.holdings', {
  package: '@latchkey/plugin-wallet-data',
})

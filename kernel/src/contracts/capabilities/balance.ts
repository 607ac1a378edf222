import type { NetworkId } from '../caip.js'
import type { Multiplier } from '../../keys/multiplier.js'
import { capabilityToken } from './capabilityToken.js'
import type { Amount, TokenReference } from './amount.js'

export interface BalanceRequest {
  readonly networkId: NetworkId
  readonly address: string
  readonly signal?: AbortSignal
}

export interface MultipliersRequest extends Pick<BalanceRequest, 'networkId' | 'signal'> {
  /** Addresses of tokens. */
  readonly tokens: readonly string[]
}

export interface TokenAmount extends Amount {
  readonly token: TokenReference
}

/** Reads balances from the chain itself. */
export interface BalanceCapability {
  /** Native coin in its smallest unit. @throws NetworkError when no endpoint answers; BaseError `AMOUNT_INVALID`. */
  native(request: BalanceRequest): Promise<Amount>
  /**
   * Balances of the given tokens; all the account holds when none are given and the chain can list them. Of a list,
   * entries without a valid amount are left out: anyone can send an account a token with impossible decimals.
   * @throws BaseError `AMOUNT_INVALID` when a token that was asked for has no amount, or the answer is no list.
   */
  tokens?(
    request: BalanceRequest & { readonly tokens?: readonly TokenReference[] },
  ): Promise<readonly TokenAmount[]>
  /**
   * Reads by which factor people multiply the amounts of tokens now, in their order; `undefined` for those that aren't multiplied. Absent where
   * the chain has no such tokens. For sources that tell what the chain moves: a wallet, an explorer, a market.
   *
   * @throws NetworkError when no endpoint answers: a multiplier that can't be read isn't a missing one. BaseError `AMOUNT_INVALID`.
   */
  multipliers?(request: MultipliersRequest): Promise<readonly (Multiplier | undefined)[]>
  /**
   * The most that the chain can keep as one amount, of its coin or a token, in the smallest unit. A node or a service that reports more
   * tells no amount: it's refused with `AMOUNT_INVALID`, and sources that know no chain ask for this. Default 2^256 − 1.
   */
  largest?(networkId: NetworkId): bigint
  /** Whether `tokens` without a list answers with all that the account holds. Default: only a list can be read. */
  readonly listsTokens?: boolean
}

export const Balance = capabilityToken<BalanceCapability>(
  'latchkey.capability.balance/1',
  ['native', 'tokens?', 'multipliers?'],
  { 'largest?': undefined },
)

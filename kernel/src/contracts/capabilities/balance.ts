import type { NetworkId } from '../caip.js'
import { token } from '../../keys/token.js'
import type { Amount, TokenReference } from './amount.js'

export interface BalanceRequest {
  readonly networkId: NetworkId
  readonly address: string
  readonly signal?: AbortSignal
}

export interface TokenAmount extends Amount {
  readonly token: TokenReference
}

/** Reads balances from the chain itself. */
export interface BalanceCapability {
  /** Native coin in its smallest unit. @throws NetworkError when no endpoint answers. */
  native(request: BalanceRequest): Promise<Amount>
  /** Balances of the given tokens; all the account holds when none are given and the chain can list them. */
  tokens?(
    request: BalanceRequest & { readonly tokens?: readonly TokenReference[] },
  ): Promise<readonly TokenAmount[]>
  /** Whether `tokens` without a list answers with all that the account holds. Default: only a list can be read. */
  readonly listsTokens?: boolean
}

export const Balance = token<BalanceCapability>('latchkey.capability.balance/1')

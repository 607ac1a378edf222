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
  /** Whether `tokens` without a list answers with all that the account holds. Default: only a list can be read. */
  readonly listsTokens?: boolean
}

const loadChecks = () => import('../checkHoldings.js')

export const Balance = token<BalanceCapability>('latchkey.capability.balance/1', {
  admit: (balance) => ({
    async native(request) {
      const [amount, { checkAmount }] = await Promise.all([balance.native(request), loadChecks()])
      return checkAmount(amount)
    },
    ...(balance.tokens && {
      async tokens(request) {
        const [answer, { checkTokenAmounts }] = await Promise.all([balance.tokens?.(request), loadChecks()])
        return checkTokenAmounts(answer, request.tokens === undefined)
      },
    }),
    ...(balance.listsTokens === undefined ? {} : { listsTokens: balance.listsTokens }),
  }),
})

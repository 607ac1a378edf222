import {
  Balance,
  type BalanceCapability,
  type TokenAmount,
  type TokenReference,
} from '@latchkey/kernel/contracts'
import type { BaseError, NetworkId } from '@latchkey/kernel/plugin'
import type { Holding } from '@latchkey/kernel/contracts'
import type { Chains } from '../chains.js'
import type { KeptTokens } from '../keptTokens.js'
import { coinUnavailable, tokensUnavailable, tokensUnreadable } from '../errors.js'
import { asProblem, type Source } from '../sources.js'

export interface AccountRequest {
  readonly networkId: NetworkId
  readonly address: string
}

export interface FoundHoldings {
  readonly holdings: readonly Holding[]
  /** What could not be read although the rest could. */
  readonly problems: readonly BaseError[]
  /** A large part is missing for a passing reason, so that the answer is not worth keeping. */
  readonly isPartial?: boolean
}

export interface DirectHoldingsOptions {
  readonly chains: Chains
  /** Tokens to look for in an account, and what tokens are called. */
  tokens(request: AccountRequest): Promise<readonly TokenReference[]>
  readonly kept: KeptTokens
}

/** What the chain's own nodes know: the coin, and the tokens that the chain can list or that are on a list. */
export function createDirectHoldings({
  chains,
  tokens,
  kept,
}: DirectHoldingsOptions): Source<AccountRequest, FoundHoldings> {
  async function coin(balance: BalanceCapability, request: AccountRequest): Promise<Holding> {
    const { networkId } = request
    const amount = await balance.native(request)
    return { networkId, name: chains.network(networkId)?.nativeCurrency.name ?? amount.symbol, amount }
  }

  async function heldTokens(balance: BalanceCapability, request: AccountRequest): Promise<FoundHoldings> {
    const { networkId } = request
    if (!balance.tokens) return { holdings: [], problems: [] }
    const list = await tokens(request)
    if (!balance.listsTokens && list.length === 0) return { holdings: [], problems: [] }
    const amounts = await balance.tokens(balance.listsTokens ? request : { ...request, tokens: list })
    const known = new Map(list.map((token) => [token.address, token]))
    const answered = new Set(amounts.map(({ token }) => token.address))
    const missing = balance.listsTokens ? [] : list.filter(({ address }) => !answered.has(address))
    const isKept = kept.reader(request)
    return {
      holdings: amounts.flatMap((amount) => {
        if (isKept(amount.token.address)) return { ...toHolding(networkId, amount, known), isKept: true }
        return isHeld(amount) ? toHolding(networkId, amount, known) : []
      }),
      problems: missing.length > 0 ? [tokensUnreadable(missing.map(({ symbol }) => symbol))] : [],
    }
  }

  return {
    source: 'chain',
    async read({ networkId, address }) {
      const request = { networkId, address }
      const balance = chains.capability(networkId, Balance)
      if (!balance) return undefined
      const [own, others] = await Promise.allSettled([coin(balance, request), heldTokens(balance, request)])
      if (own.status === 'rejected') {
        if (others.status === 'rejected' || others.value.holdings.length === 0) throw own.reason
        const symbol = chains.network(networkId)?.nativeCurrency.symbol ?? 'the coin'
        const problem = coinUnavailable(symbol, own.reason)
        const { holdings, problems } = others.value
        return { holdings, problems: [problem, ...problems], isPartial: true }
      }
      if (others.status === 'rejected') {
        const problem = tokensUnavailable(asProblem(others.reason))
        return { holdings: [own.value], problems: [problem], isPartial: true }
      }
      return { holdings: [own.value, ...others.value.holdings], problems: others.value.problems }
    },
  }
}

/** Tokens without decimals are collectibles or tickets and are not shown as money (specification, section 5). */
function isHeld({ value, decimals }: TokenAmount): boolean {
  return value > 0n && decimals > 0
}

/** A list knows what a token is called; the chain knows how many places it has. */
function toHolding(
  networkId: NetworkId,
  { token, ...amount }: TokenAmount,
  known: ReadonlyMap<string, TokenReference>,
): Holding {
  const listed = known.get(token.address)
  const icon = listed?.icon ?? token.icon
  return {
    networkId,
    address: token.address,
    name: listed?.name ?? token.name ?? listed?.symbol ?? amount.symbol,
    amount: { ...amount, symbol: listed?.symbol ?? amount.symbol },
    ...(icon === undefined ? {} : { icon }),
  }
}

import {
  Balance,
  type Holding,
  type HoldingsAnswer,
  type PluginContext,
  type TokenReference,
  TokenKeepers,
} from '@latchkey/kernel/plugin'
import type { Chains } from './chains.js'
import type { AccountRequest, FoundHoldings } from './direct/directHoldings.js'
import { tokensUnavailable } from './errors.js'
import { asProblem } from './sources.js'

/** What the person added to an account and hid in it, as those who keep it say. */
export interface KeptTokens {
  list(request: AccountRequest): readonly TokenReference[]
  has(request: AccountRequest, token: string): boolean
  /** Marks a holding that the person added. */
  mark(request: AccountRequest, holding: Holding): Holding
  /** Reads from the chain what the person added and an answer lacks. Never rejects. */
  complete(request: AccountRequest, found: FoundHoldings): Promise<FoundHoldings>
  /** The same object where nothing is hidden. */
  withoutHidden(request: AccountRequest, answer: HoldingsAnswer): HoldingsAnswer
}

/** Tokens of one account that are looked for, however many a keeper lists. */
const mostKept = 200

export function createKeptTokens(context: Pick<PluginContext, 'list'>, chains: Chains): KeptTokens {
  const isSame = ({ networkId }: AccountRequest, left: string, right: string) =>
    chains.namespace(networkId)?.isSameAddress(left, right) ?? left === right
  const holderOf = ({ networkId, address }: AccountRequest) => ({ networkId, address })

  function list(request: AccountRequest): readonly TokenReference[] {
    const all = context.list(TokenKeepers).flatMap((keeper) => keeper.list(holderOf(request)))
    return all.slice(0, mostKept)
  }
  const has = (request: AccountRequest, token: string) =>
    list(request).some(({ address }) => isSame(request, address, token))

  async function readAmounts(
    request: AccountRequest,
    tokens: readonly TokenReference[],
  ): Promise<readonly Holding[]> {
    const balance = chains.capability(request.networkId, Balance)
    const amounts = (await balance?.tokens?.({ ...holderOf(request), tokens })) ?? []
    return amounts.map(({ token, value, decimals, symbol }) => ({
      networkId: request.networkId,
      address: token.address,
      name: token.name ?? symbol,
      amount: { value, decimals, symbol },
      isKept: true,
    }))
  }

  return {
    list,
    has,
    mark: (request, holding) =>
      holding.address !== undefined && has(request, holding.address) ? { ...holding, isKept: true } : holding,
    async complete(request, found) {
      const isTold = ({ address: token }: TokenReference) =>
        found.holdings.some(({ address }) => address !== undefined && isSame(request, address, token))
      const missing = list(request).filter((token) => !isTold(token))
      if (missing.length === 0) return found
      try {
        return { ...found, holdings: [...found.holdings, ...(await readAmounts(request, missing))] }
      } catch (error) {
        return {
          ...found,
          problems: [...found.problems, tokensUnavailable(asProblem(error))],
          isPartial: true,
        }
      }
    },
    withoutHidden(request, answer) {
      const keepers = context.list(TokenKeepers)
      const holder = holderOf(request)
      const isHidden = ({ address }: Holding) =>
        address !== undefined && keepers.some((keeper) => keeper.hides(holder, address))
      return answer.holdings.some(isHidden)
        ? { ...answer, holdings: answer.holdings.filter((holding) => !isHidden(holding)) }
        : answer
    },
  }
}

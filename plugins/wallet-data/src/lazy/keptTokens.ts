import {
  Balance,
  type Holding,
  type HoldingsAnswer,
  type TokenKeeper,
  type TokenReference,
  TokenKeepers,
} from '@latchkey/kernel/contracts'
import type { LogService, PluginContext } from '@latchkey/kernel/plugin'
import type { Chains } from './chains.js'
import type { AccountRequest, FoundHoldings } from './direct/directHoldings.js'
import { tokensUnavailable } from './errors.js'
import { asProblem } from './sources.js'

/** What the person added to an account and hid in it, as those who keep it say. */
export interface KeptTokens {
  /** Without what is no address on the network. Never throws. */
  list(request: AccountRequest): readonly TokenReference[]
  /** Whether the person added a token, by what the keepers say when this is called. */
  reader(request: AccountRequest): (token: string) => boolean
  /** Reads from the chain what the person added and an answer lacks. Never rejects. */
  complete(request: AccountRequest, found: FoundHoldings): Promise<FoundHoldings>
  /** The same object where nothing is hidden. */
  withoutHidden(request: AccountRequest, answer: HoldingsAnswer): HoldingsAnswer
}

/** Tokens of one account that are looked for, however many a keeper lists. */
const mostKept = 200

export function createKeptTokens(
  context: Pick<PluginContext, 'list'>,
  chains: Chains,
  log: LogService,
): KeptTokens {
  const { list, hides } = createKeepers(context, chains, log)
  const isSame = ({ networkId }: AccountRequest, left: string, right: string) =>
    chains.namespace(networkId)?.isSameAddress(left, right) ?? left === right

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
    reader(request) {
      const kept = list(request)
      return (token) => kept.some(({ address }) => isSame(request, address, token))
    },
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
      const isShown = ({ address }: Holding) => address === undefined || !hides(request, address)
      const holdings = answer.holdings.filter(isShown)
      return holdings.length === answer.holdings.length ? answer : { ...answer, holdings }
    },
  }
}

const holderOf = ({ networkId, address }: AccountRequest) => ({ networkId, address })

/** What all keepers say, without what is no token. */
function createKeepers(context: Pick<PluginContext, 'list'>, chains: Chains, log: LogService) {
  const ask = createAsk(log)
  return {
    list(request: AccountRequest): readonly TokenReference[] {
      const namespace = chains.namespace(request.networkId)
      const isToken = (token: Partial<TokenReference> | null) =>
        typeof token?.address === 'string' &&
        typeof token.symbol === 'string' &&
        (namespace?.isAddress(token.address, request.networkId) ?? true)
      const listed = (keeper: TokenKeeper) => keeper.list(holderOf(request)).filter(isToken)
      const all = context.list(TokenKeepers).flatMap((keeper) => ask(keeper, listed, []))
      return all.slice(0, mostKept)
    },
    hides(request: AccountRequest, token: string): boolean {
      const isHidden = (keeper: TokenKeeper) => keeper.hides(holderOf(request), token) === true
      return context.list(TokenKeepers).some((keeper) => ask(keeper, isHidden, false))
    },
  }
}

/** A keeper that throws keeps nothing and hides nothing. The log names each such keeper once. */
function createAsk(log: LogService) {
  const failed = new Set<TokenKeeper>()
  return <T>(keeper: TokenKeeper, question: (keeper: TokenKeeper) => T, otherwise: T): T => {
    try {
      return question(keeper)
    } catch (error) {
      if (!failed.has(keeper)) {
        log.warn(`The token keeper "${keeper.id}" failed. Tokens added or hidden in it can’t be used.`, error)
      }
      failed.add(keeper)
      return otherwise
    }
  }
}

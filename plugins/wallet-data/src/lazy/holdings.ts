import { untilAborted } from '@latchkey/kernel/chain'
import { balanceUnavailable, unsupportedChain } from '@latchkey/kernel/wallet'
import type { Clock, NetworkId } from '@latchkey/kernel/plugin'
import { namespaceOf } from '@latchkey/kernel/contracts'
import type {
  HoldingsAnswer,
  HoldingsRequest,
  HoldingsService,
  PriceCurrency,
} from '@latchkey/kernel/contracts'
import type { Chains } from './chains.js'
import type { AccountRequest, FoundHoldings } from './direct/directHoldings.js'
import type { KeptTokens } from './keptTokens.js'
import { createSharedCache } from './sharedCache.js'
import { askInOrder, type Source } from './sources.js'
import { strangersLast } from './strangersLast.js'
import { largestOf, withinLargest } from './withinLargest.js'
import { withTrueCoin } from './withTrueCoin.js'

export interface HoldingsQuestion extends AccountRequest {
  readonly currency: PriceCurrency
  readonly fresh: boolean
}

/** Milliseconds (specification, section 9). */
const freshTime = 30_000

interface Loaded {
  readonly answer: HoldingsAnswer
  readonly isWhole: boolean
}

export interface HoldingsTools {
  readonly chains: Chains
  readonly clock: Clock
  readonly kept: KeptTokens
  /** Whether a list names a token. */
  lister(networkId: NetworkId): Promise<(token: string) => boolean>
  /** Best first. */
  readonly sources: readonly Source<HoldingsQuestion, FoundHoldings>[]
}

/** @returns the service, and what forgets the answers about an account. */
export function createHoldings({ chains, clock, kept, lister, sources }: HoldingsTools): {
  readonly service: HoldingsService
  forget(request: AccountRequest): void
} {
  // An answer of a stand-in is not kept: the better source is asked again at the next read.
  const cache = createSharedCache<Loaded>({ clock, freshTime, isKept: ({ isWhole }) => isWhole })
  const keyOf = ({ networkId, address }: AccountRequest) => JSON.stringify([networkId, address]).slice(0, -1)

  async function load(question: HoldingsQuestion): Promise<Loaded> {
    const found = await askInOrder(sources, question).catch((cause: unknown) => {
      throw balanceUnavailable(cause)
    })
    if (!found) throw balanceUnavailable(unsupportedChain(namespaceOf(question.networkId)))
    const { source, problems } = found
    const whole = source === 'chain' ? found.answer : await kept.complete(question, found.answer)
    const network = chains.network(question.networkId)
    const isListed = await lister(question.networkId)
    const vouchers = { nativeSymbol: network?.nativeCurrency.symbol, isListed, isKept: kept.reader(question) }
    const possible = withinLargest(whole, largestOf(chains, question.networkId))
    const answer = strangersLast(withTrueCoin(possible, network), vouchers)
    return {
      answer: { holdings: answer.holdings, source, problems: [...problems, ...answer.problems] },
      isWhole: problems.length === 0 && !answer.isPartial,
    }
  }

  return {
    service: {
      async read({ networkId, currency = 'usd', fresh = false, signal, ...request }: HoldingsRequest) {
        const address = chains.canonical(networkId, request.address)
        const question = { networkId, address, currency, fresh }
        // A token that the person has just added is looked for at once.
        const key = `${keyOf(question)},${currency},${kept.list(question).map((token) => token.address)}`
        const loading = cache.read(key, () => load(question), { fresh })
        return kept.withoutHidden(question, (await untilAborted(signal, loading)).answer)
      },
    },
    forget(request) {
      const start = `${keyOf(request)},`
      cache.drop((key) => key.startsWith(start))
    },
  }
}

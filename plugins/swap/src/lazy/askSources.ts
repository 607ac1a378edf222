import { BaseError, type NamespaceId, type NetworkId } from '@latchkey/kernel/plugin'
import {
  type SwapQuote,
  type SwapQuoteRequest,
  type SwapQuotes,
  SwapSource,
  type SwapSourceContribution,
} from '../SwapSource.js'
import { swapError } from '../swapErrors.js'
import { checkQuote } from './checkQuote.js'
import type { SwapperTools } from './SwapperTools.js'

/** Milliseconds that one source may take, and that the others are waited for once one has answered. */
const patience = 10_000
const patienceOnce = 2_000

/** A checked quote, and who gave it. */
export interface Offer {
  readonly source: SwapSourceContribution
  readonly quotes: SwapQuotes<unknown>
  readonly quote: SwapQuote
}

type SourceTools = Pick<SwapperTools, 'context' | 'clock' | 'log'>

/** Sources with offers on a network, in their order. */
export function sourcesFor(
  { context }: Pick<SwapperTools, 'context'>,
  namespace: NamespaceId,
  networkId: NetworkId,
): readonly SwapSourceContribution[] {
  return context
    .list(SwapSource)
    .filter((source) => source.namespace === namespace && source.supports(networkId))
    .sort((one, other) => (one.order ?? 100) - (other.order ?? 100))
}

/**
 * Asks all sources at once and returns what they offer, the highest minimum first. One that is down, slow or makes no
 * sense is left out.
 *
 * @param refused Ids of sources that are not asked, because what they offered before did not hold.
 * @throws NetworkError `GAS_PRICE_NETWORK_UNSUPPORTED`
 * @throws BaseError `SWAP_NO_ROUTE` when all say so, `SWAP_SOURCE_FAILED`, `SWAP_QUOTE_INVALID`
 */
export async function askSources(
  tools: SourceTools,
  sources: readonly SwapSourceContribution[],
  request: SwapQuoteRequest,
  refused: ReadonlySet<string> = new Set(),
): Promise<readonly Offer[]> {
  const asked = sources.filter(({ id }) => !refused.has(id))
  const offers: Offer[] = []
  const faults: unknown[] = []
  const answers = asked.map(async (source) => {
    try {
      const quotes = await source.load()
      const quote = checkQuote(await quotes.quote(request), request, tools.clock.now())
      offers.push({ source, quotes, quote })
    } catch (cause) {
      if (request.signal.aborted) return
      faults.push(cause)
      tools.log.debug(`The source of swaps "${source.id}" has no offer.`, cause)
    }
  })
  await waitFor(tools, answers, () => offers.length > 0)
  request.signal.throwIfAborted()
  const found = [...offers]
  if (found.length === 0) throw faultOf(faults)
  return found.sort(compare(asked))
}

/** Until all have answered, one has and the others had their time, or nobody has for too long. */
function waitFor(
  { clock }: SourceTools,
  answers: readonly Promise<void>[],
  hasOne: () => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clock.clearTimeout(longest)
      if (shortest !== undefined) clock.clearTimeout(shortest)
      resolve()
    }
    const longest = clock.setTimeout(end, patience)
    let shortest: ReturnType<typeof clock.setTimeout> | undefined
    for (const answer of answers) {
      void answer.then(() => {
        if (hasOne()) shortest ??= clock.setTimeout(end, patienceOnce)
      })
    }
    void Promise.all(answers).then(end)
  })
}

const compare = (asked: readonly SwapSourceContribution[]) => (one: Offer, other: Offer) => {
  const difference = other.quote.minimum.value - one.quote.minimum.value
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return asked.indexOf(one.source) - asked.indexOf(other.source)
}

/** Error codes that say more than that a source failed. */
const saidAsTheyAre = ['GAS_PRICE_NETWORK_UNSUPPORTED', 'SWAP_QUOTE_INVALID']

function faultOf(faults: readonly unknown[]): BaseError {
  const codes = faults.map((fault) => (fault instanceof BaseError ? fault.code : undefined))
  if (faults.length > 0 && codes.every((code) => code === 'SWAP_NO_ROUTE')) return swapError('SWAP_NO_ROUTE')
  for (const code of saidAsTheyAre) {
    const fault = faults[codes.indexOf(code)]
    if (fault instanceof BaseError) return fault
  }
  return swapError('SWAP_SOURCE_FAILED', { cause: faults[0] })
}

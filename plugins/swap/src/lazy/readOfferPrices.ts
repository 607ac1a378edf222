import { createTimer } from '@latchkey/kernel/contracts'
import type { SwapToken } from '../SwapSource.js'
import type { Tokens } from './createTokens.js'
import type { SwapGround } from './prepareSwap.js'
import type { SwapperTools } from './SwapperTools.js'

/** Prices of one whole unit from elsewhere than the pools, decimal strings. Absent where nobody knows one. */
export interface OfferPrices {
  readonly sell?: string | undefined
  readonly buy?: string | undefined
}

/** Milliseconds that an offer waits for prices at most. */
const patience = 1_000

/**
 * Reads what both sides cost elsewhere, also of a token that the account doesn't hold. A price that came with a holding is weighed by
 * the service that compares, and believed only where there is none. Never throws, and is over when the question is.
 */
export async function readOfferPrices(
  tools: SwapperTools,
  tokens: Tokens,
  { target, sell, buy, signal }: Pick<SwapGround, 'target' | 'sell' | 'buy' | 'signal'>,
): Promise<OfferPrices> {
  const { prices, state, clock, log } = tools
  const own = new AbortController()
  const timer = createTimer(clock)
  const read = async (token: SwapToken): Promise<string | undefined> => {
    const told = tokens.choiceOf(token)?.price
    if (!prices) return told
    const { networkId } = target
    const { address } = token
    const asked = { networkId, currency: state.currency, signal: own.signal }
    const weighed = prices.weighsTold && told !== undefined ? { told } : {}
    return prices.read({ ...asked, ...weighed, ...(address === undefined ? {} : { address }) })
  }
  const over = new Promise<undefined>((resolve) => {
    own.signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  const end = () => own.abort()
  signal.addEventListener('abort', end, { once: true })
  timer.start(end, patience)
  const quietly = (token: SwapToken) =>
    Promise.race([over, read(token)]).catch((error: unknown) => {
      log.debug('A price to compare an offer with could not be read.', error)
      return undefined
    })
  const [sellPrice, buyPrice] = await Promise.all([quietly(sell), quietly(buy)])
  timer.stop()
  signal.removeEventListener('abort', end)
  return { sell: sellPrice, buy: buyPrice }
}

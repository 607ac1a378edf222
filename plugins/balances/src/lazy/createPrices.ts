import type { Holding } from '@latchkey/kernel/plugin'
import { isSuspicious } from './isSuspicious.js'
import { keyOf } from './readHoldings.js'
import type { Target } from './target.js'
import type { Tools } from './tools.js'

/** Age at which a price is asked for again. */
const freshTime = 30_000
/** Tokens of one account that are asked for one by one. A source of holdings that knows prices gives them all. */
const mostAsked = 50

interface Known {
  readonly price: string | undefined
  readonly until: number
}

/** Prices for holdings that came without one, from whoever provides prices. */
export function createPrices({ prices, options, clock, log }: Tools) {
  const known = new Map<string, Known>()
  const nameOf = ({ networkId }: Target, key: string) => `${networkId} ${key}`

  async function ask(target: Target, holding: Holding, signal: AbortSignal): Promise<boolean> {
    const { networkId } = target
    const { address } = holding
    const name = nameOf(target, keyOf(holding))
    const before = known.get(name)
    if (!prices || (before && clock.now() < before.until)) return false
    const request = {
      networkId,
      ...(address === undefined ? {} : { address }),
      currency: options.currency,
      signal,
    }
    let price: string | undefined
    try {
      price = await prices.read(request)
    } catch (error) {
      log.warn('A price could not be read, so a worth is missing.', error)
    }
    known.set(name, { price, until: clock.now() + freshTime })
    return price !== before?.price
  }

  return {
    of: (target: Target, key: string) => known.get(nameOf(target, key))?.price,
    /** Asks for what is missing. True when something new is known. */
    async fill(target: Target, holdings: readonly Holding[], signal: AbortSignal): Promise<boolean> {
      if (!prices || target.network?.testnet === true) return false
      const unpriced = holdings.filter(
        (holding) =>
          holding.price === undefined &&
          holding.amount.value > 0n &&
          !isSuspicious(holding, target.network?.nativeCurrency.symbol),
      )
      const found = await Promise.all(
        unpriced.slice(0, mostAsked).map((holding) => ask(target, holding, signal)),
      )
      return found.includes(true)
    },
  }
}

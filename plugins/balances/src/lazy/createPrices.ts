import { type Holding, type PricesService, standingOf } from '@latchkey/kernel/contracts'
import { keyOf, type ReadContext } from './readHoldings.js'
import type { Target } from './target.js'
import type { EntryTools } from './tools.js'

/** Age at which a price is asked for again. */
const freshTime = 30_000
/** Tokens of one account that are asked for one by one. A source of holdings that knows prices gives them all. */
const mostAsked = 50
/** A service that compares its sources asks them for all of these together. */
const mostWeighed = 500

interface Known {
  readonly price: string | undefined
  readonly until: number
  /** When the price was read, in milliseconds since the epoch. */
  readonly at: number
  /** Whether it could not be read again since. */
  readonly isOld: boolean
}

/** Asks the provider of `Prices`: for holdings without a price, and for all of them where the provider compares prices. */
export function createPrices({ prices, options, clock, log }: EntryTools) {
  const known = new Map<string, Known>()
  const nameOf = ({ networkId }: Target, key: string) => `${networkId} ${key}`

  async function ask(target: Target, holding: Holding, signal: AbortSignal): Promise<boolean> {
    const name = nameOf(target, keyOf(holding))
    const before = known.get(name)
    if (!prices || (before && clock.now() < before.until)) return false
    const request = { ...questionOf(target, holding, prices), currency: options.currency, signal }
    const until = clock.now() + freshTime
    try {
      const price = await prices.read(request)
      known.set(name, { price, until, at: clock.now(), isOld: false })
      // That there is none is news, too, the first time: the total then says what it leaves out.
      return !before || price !== before.price || before.isOld
    } catch (error) {
      if (signal.aborted) return false
      log.warn('A price could not be read, so the last one is shown with its age, if there is one.', error)
      known.set(
        name,
        before ? { ...before, until, isOld: true } : { price: undefined, until, at: 0, isOld: false },
      )
      return !before?.isOld
    }
  }

  /** Those that the provider is asked about. */
  function askedOf({ network }: Target, holdings: readonly Holding[]): readonly Holding[] {
    if (!prices || network?.testnet === true) return []
    const unpriced = holdings.filter(
      (holding) =>
        (holding.price === undefined || prices.weighsTold) &&
        holding.amount.value > 0n &&
        standingOf(holding, network?.nativeCurrency.symbol) !== 'suspicious',
    )
    return unpriced.slice(0, prices.weighsTold ? mostWeighed : mostAsked)
  }

  return {
    /** Whether a holding has never been asked about. */
    isNew: (target: Target, holdings: readonly Holding[]): boolean =>
      askedOf(target, holdings).some((holding) => !known.has(nameOf(target, keyOf(holding)))),
    /** What worths on a network are made with. */
    of: (target: Target): Omit<ReadContext, 'network'> => ({
      weighs: prices?.weighsTold === true,
      priceOf: (key) => known.get(nameOf(target, key))?.price,
      oldSince(key) {
        const { price, isOld, at } = known.get(nameOf(target, key)) ?? {}
        return isOld && price !== undefined ? at : undefined
      },
      isSettled: (key) => !prices || known.has(nameOf(target, key)),
    }),
    /** Asks for what is missing. True when something new is known. */
    async fill(target: Target, holdings: readonly Holding[], signal: AbortSignal): Promise<boolean> {
      const asked = askedOf(target, holdings)
      const found = await Promise.all(asked.map((holding) => ask(target, holding, signal)))
      return found.includes(true)
    },
  }
}

function questionOf({ networkId }: Target, { address, price: told }: Holding, { weighsTold }: PricesService) {
  return {
    networkId,
    ...(address === undefined ? {} : { address }),
    ...(weighsTold && told !== undefined ? { told } : {}),
  }
}

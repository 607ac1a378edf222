import type { Clock, LogService } from '@latchkey/kernel/plugin'
import { isWithin, type Price, textOf } from './price.js'

/** Milliseconds in which a price that only one source says may not double or halve. */
const jumpTime = 15 * 60_000
const jumpBound = 10_000n
const mostRemembered = 2_000

export interface WeigherTools {
  readonly bound: bigint
  readonly clock: Clock
  readonly log: LogService
}

/** Decides between what sources say of one asset. */
export function createWeigher({ bound, clock, log }: WeigherTools) {
  const last = new Map<string, { readonly price: Price; readonly at: number }>()
  const told = new Set<string>()

  const agrees = (price: Price, index: number, prices: readonly Price[]) =>
    prices.some((other, place) => place !== index && isWithin(price, other, bound))

  function warn(name: string, prices: readonly Price[], why: string): undefined {
    if (told.has(name)) return undefined
    told.add(name)
    log.warn(`${name} has no price: ${why} (${prices.map(textOf).join(', ')}).`)
    return undefined
  }

  function isJump(name: string, price: Price): boolean {
    const before = last.get(name)
    if (!before || clock.now() - before.at > jumpTime) return false
    return !isWithin(price, before.price, jumpBound)
  }

  function keep(name: string, price: Price): Price {
    told.delete(name)
    last.delete(name)
    last.set(name, { price, at: clock.now() })
    const oldest = last.keys().next()
    if (last.size > mostRemembered && !oldest.done) last.delete(oldest.value)
    return price
  }

  return {
    /** Whether another source has to be asked: nobody has confirmed a price yet. */
    isOpen: (prices: readonly Price[]) => !prices.some(agrees),
    /** The first price that another source confirms, or the only one there is. */
    decide(name: string, prices: readonly Price[]): Price | undefined {
      const [only, ...others] = prices
      if (!only) return undefined
      if (others.length > 0) {
        const confirmed = prices.find(agrees)
        return confirmed ? keep(name, confirmed) : warn(name, prices, 'its sources disagree')
      }
      return isJump(name, only) ? warn(name, prices, 'it moved too far at once') : keep(name, only)
    },
  }
}

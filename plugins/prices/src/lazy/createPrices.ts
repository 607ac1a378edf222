import { untilAborted } from '@latchkey/kernel/chain'
import { BaseError, type Clock, type LogService, messageOf } from '@latchkey/kernel/plugin'
import type { PriceCurrency, PriceRequest } from '@latchkey/kernel/contracts'
import type { Priced, PriceReader, PriceReading } from '../PriceSource.js'
import { nameOfPriced } from './nameOfPriced.js'
import { divide, multiply, type Price, readPrice, textOf } from './price.js'
import { createWeigher } from './weighPrices.js'

/** Milliseconds an answer is kept, also that there is none. */
const freshTime = 30_000
/** Milliseconds after which a source that doesn't answer is passed over. */
const patience = 5_000
/** Milliseconds in which a source that failed isn't asked again. */
const restTime = 60_000
const mostKept = 2_000

export interface OpenSource {
  readonly id: string
  readonly open: () => Promise<PriceReader>
}

export interface PricesTools {
  readonly sources: readonly OpenSource[]
  readonly bound: bigint
  readonly clock: Clock
  readonly log: LogService
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
}

interface Question {
  readonly asset: Priced
  readonly currency: PriceCurrency
  /** Asked to turn another price into a currency: what needs such a price itself is left out, so that nothing waits for itself. */
  readonly isUnit: boolean
}

interface Waiting {
  readonly question: Question
  settle(said: Said): void
}

/** What all sources said of one question. */
interface Said {
  readonly prices: readonly Price[]
  /** Whether a source could not be asked. */
  readonly isPartial: boolean
}

/** A source that could not be asked, or the rate that its price is turned into the currency by. */
const failed = Symbol('failed')
type Answer = Price | undefined | typeof failed

/** @returns one answer for each question. */
type Ask = (source: OpenSource, questions: readonly Question[]) => Promise<readonly Answer[]>

export function createPrices(tools: PricesTools) {
  const weigher = createWeigher(tools)
  const whatIsSaid = createBatches(tools, weigher.isOpen, createAsker(tools, inCurrency))

  async function read(question: Question, told?: Price): Promise<Price | undefined> {
    const { prices, isPartial } = await whatIsSaid(question)
    const all = told ? [...prices, told] : prices
    const price = weigher.decide(`${nameOfPriced(question.asset)} ${question.currency}`, all)
    // Nobody could say it, which isn't the same as that there is none.
    if (!price && isPartial && weigher.isOpen(all)) throw pricesUnavailable()
    return price
  }

  /** A price counted in something else, by the price of that in US dollars. */
  async function inCurrency(
    reading: PriceReading,
    { currency, isUnit }: Question,
  ): Promise<Price | undefined> {
    const price = readPrice(reading.price)
    const from = reading.in
    if (!price || from.currency === currency) return price
    if (isUnit) return undefined
    const unit = from.currency === 'usd' ? one : await read({ asset: from, currency: 'usd', isUnit: true })
    const inDollars = unit && multiply(price, unit)
    if (!inDollars || currency === 'usd') return inDollars
    const rate = await read({ asset: { currency }, currency: 'usd', isUnit: true })
    return rate && divide(inDollars, rate)
  }

  return {
    async read(request: PriceRequest): Promise<string | undefined> {
      const { networkId, address, currency = 'usd', told, signal } = request
      const asset = { networkId, ...(address === undefined ? {} : { address }) }
      const question = { asset, currency, isUnit: false }
      const price = await untilAborted(signal, read(question, told === undefined ? told : readPrice(told)))
      return price && textOf(price)
    },
  }
}

const pricesUnavailable = () =>
  new BaseError('Couldn’t load the price. It’s tried again in a while.', { code: 'PRICE_UNAVAILABLE' })

/** Questions of one moment go to each source together; equal ones are one, and answers are kept for a while. */
function createBatches(
  { clock, sources }: PricesTools,
  isOpen: (said: readonly Price[]) => boolean,
  ask: Ask,
): (question: Question) => Promise<Said> {
  const kept = new Map<string, { readonly said: Promise<Said>; readonly until: number }>()
  let waiting: Waiting[] = []

  async function flush(): Promise<void> {
    const batch = waiting
    waiting = []
    const groups = new Set(batch.map(groupOf))
    await Promise.all([...groups].map((name) => answer(batch.filter((entry) => groupOf(entry) === name))))
  }

  /** Asks one source after another for what is still open. Never rejects: what nobody says has no price. */
  async function answer(group: readonly Waiting[]): Promise<void> {
    const all = group.map(({ question, settle }) => ({
      question,
      settle,
      prices: [] as Price[],
      isPartial: false,
    }))
    for (const source of sources) {
      const open = all.filter(({ prices }) => isOpen(prices))
      const found = await ask(
        source,
        open.map(({ question }) => question),
      )
      for (const [place, entry] of open.entries()) {
        const price = found[place]
        if (price === failed) entry.isPartial = true
        else if (price) entry.prices.push(price)
      }
    }
    for (const { settle, prices, isPartial } of all) settle({ prices, isPartial })
  }

  return (question) => {
    const key = `${nameOfPriced(question.asset)} ${question.currency} ${question.isUnit}`
    const known = kept.get(key)
    if (known && clock.now() < known.until) return known.said
    const said = new Promise<Said>((resolve) => {
      if (waiting.length === 0) queueMicrotask(() => void flush())
      waiting.push({ question, settle: resolve })
    })
    kept.delete(key)
    kept.set(key, { said, until: clock.now() + freshTime })
    const oldest = kept.keys().next()
    if (kept.size > mostKept && !oldest.done) kept.delete(oldest.value)
    return said
  }
}

const one: Price = { digits: 1n, scale: 0 }
const groupOf = ({ question: { currency, isUnit } }: Waiting) => `${currency} ${isUnit}`

/** Asks a source what it says, in the currency of each question; {@link failed} where it fails, which it then rests from. */
function createAsker(
  { clock, log, signal: life }: PricesTools,
  inCurrency: (reading: PriceReading, question: Question) => Promise<Price | undefined>,
): Ask {
  const resting = new Map<string, number>()

  async function readings(source: OpenSource, questions: readonly Question[], signal: AbortSignal) {
    const reader = await source.open()
    const [first] = questions
    const known = questions.filter(({ asset, currency }) => reader.supports(asset, currency))
    if (!first || known.length === 0) return new Map<Question, PriceReading | undefined>()
    const assets = known.map(({ asset }) => asset)
    const found = await reader.read({ assets, currency: first.currency, signal })
    return new Map(known.map((question, index) => [question, found[index]]))
  }

  return async (source, questions) => {
    if (questions.length === 0) return []
    if (clock.now() < (resting.get(source.id) ?? 0)) return questions.map(() => failed)
    const late = new AbortController()
    const timer = clock.setTimeout(
      () => late.abort(new Error(`It took over ${patience / 1_000} s.`)),
      patience,
    )
    const signal = AbortSignal.any([late.signal, life])
    try {
      const found = await untilAborted(signal, readings(source, questions, signal))
      return await Promise.all(
        questions.map(async (question) => {
          const reading = found.get(question)
          return reading && inCurrency(reading, question).catch((): Answer => failed)
        }),
      )
    } catch (error) {
      if (life.aborted) return []
      resting.set(source.id, clock.now() + restTime)
      const why = late.signal.aborted ? messageOf(late.signal.reason) : messageOf(error)
      log.warn(`The source of prices "${source.id}" is left alone for a minute: ${why}`)
      return questions.map(() => failed)
    } finally {
      clock.clearTimeout(timer)
    }
  }
}

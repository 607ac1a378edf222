import { BaseError, parseAmount, type TimerHandle } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import { judgeImpact, rateOf } from '../assess.js'
import type { ShownQuote } from '../Swapper.js'
import { swapError } from '../swapErrors.js'
import { worthOf } from '../worth.js'
import { askSources, type Offer, sourcesFor } from './askSources.js'
import type { Tokens } from './createTokens.js'
import type { SwapGround } from './prepareSwap.js'
import type { SwapperTools } from './SwapperTools.js'

/** Milliseconds after the last key, and between two quotes while one is on screen. */
const debounceTime = 200
export const refreshTime = 10_000

export interface Quoter {
  /** Asks soon, after the person has stopped typing. What was offered before is gone. */
  schedule(): void
  /** Asks at once. */
  retry(): void
  watch(): () => void
  /** What is asked for now. `undefined` while something is missing. */
  question(signal: AbortSignal): (SwapGround & { readonly amount: bigint }) | undefined
  /** Asks the sources and shows nothing. @throws as of `askSources` */
  ask(
    ground: SwapGround & { readonly amount: bigint },
    refused?: ReadonlySet<string>,
  ): Promise<readonly Offer[]>
  show(offer: Offer, ground: SwapGround): ShownQuote
  /** Calls off what is under way, and forgets the offer. */
  drop(): void
}

/** Keeps the offer for the draft fresh: one question at a time, the newest wins. */
export function createQuoter(tools: SwapperTools, tokens: Tokens): Quoter {
  const { state, clock, log } = tools
  let timer: TimerHandle | undefined
  let attempt: AbortController | undefined
  let watchers = 0

  function pause(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }

  function drop(): void {
    pause()
    attempt?.abort()
    attempt = undefined
    state.offer = undefined
    state.isQuoting = false
  }

  function wait(delay: number): void {
    pause()
    timer = clock.setTimeout(() => void run(), delay)
  }

  const question: Quoter['question'] = (signal) => {
    const { target, draft } = state
    const { sell, buy, amountText } = draft
    if (!target?.canSwap || !sell || !buy) return undefined
    const amount = parseAmount(amountText, sell.decimals)
    if (amount === undefined || amount <= 0n) return undefined
    return { target: { ...target }, sell, buy, amount, signal }
  }

  const ask: Quoter['ask'] = ({ target, sell, buy, amount, signal }, refused) => {
    const { namespace, networkId, address: account } = target
    const { slippage } = state.draft
    const sources = sourcesFor(tools, namespace, networkId)
    return askSources(tools, sources, { networkId, sell, buy, amount, slippage, account, signal }, refused)
  }

  const show: Quoter['show'] = ({ quote, source }, { sell, buy }) => {
    const { currency } = state
    const worth = (token: typeof sell, value: bigint) =>
      worthOf(
        { value, decimals: token.decimals, symbol: token.symbol },
        tokens.choiceOf(token)?.price,
        currency,
      )
    return ref({
      quote,
      sell,
      buy,
      sourceName: source.name,
      rate: rateOf(quote),
      impact: judgeImpact(quote.priceImpact),
      soldWorth: worth(sell, quote.sold.value),
      boughtWorth: worth(buy, quote.bought.value),
      quotedAt: clock.now(),
    })
  }

  async function run(): Promise<void> {
    const own = new AbortController()
    const asked = question(own.signal)
    if (!asked || state.phase !== 'editing') return
    attempt?.abort()
    attempt = own
    state.isQuoting = true
    try {
      const [best] = await ask(asked)
      if (own.signal.aborted || !best) return
      state.offer = show(best, asked)
      state.error = undefined
    } catch (cause) {
      if (own.signal.aborted) return
      log.debug('There is no offer for the swap.', cause)
      state.offer = undefined
      state.error = cause instanceof BaseError ? cause : swapError('SWAP_SOURCE_FAILED', { cause })
    }
    state.isQuoting = false
    attempt = undefined
    if (watchers > 0) wait(refreshTime)
  }

  return {
    schedule() {
      drop()
      state.error = undefined
      if (!question(new AbortController().signal)) return
      state.isQuoting = true
      wait(debounceTime)
    },
    retry() {
      state.error = undefined
      wait(0)
    },
    watch() {
      watchers += 1
      if (watchers === 1 && !state.isQuoting) {
        const age = clock.now() - (state.offer?.quotedAt ?? Number.NEGATIVE_INFINITY)
        wait(age > refreshTime ? 0 : refreshTime - age)
      }
      let isWatching = true
      return () => {
        if (!isWatching) return
        isWatching = false
        watchers -= 1
        if (watchers === 0 && !state.isQuoting) pause()
      }
    },
    question,
    ask,
    show,
    drop,
  }
}

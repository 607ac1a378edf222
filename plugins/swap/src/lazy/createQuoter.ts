import { createTimer } from '@latchkey/kernel/contracts'
import { toSwapError } from './toSwapError.js'
import type { Tokens } from './createTokens.js'
import { type DraftQuestion, findOffers, readQuestion, scaleQuestion, showOffer } from './findOffers.js'
import { readOfferPrices } from './readOfferPrices.js'
import type { SwapperTools } from './SwapperTools.js'

/** Milliseconds after the last key, and between two quotes while one is on screen. */
const debounceTime = 200
export const refreshTime = 10_000

export interface Quoter {
  /** Asks soon, once the user has stopped typing. What was offered before is gone. */
  schedule(): void
  /** Asks at once. */
  retry(): void
  watch(): () => void
  /** Calls off what is under way, and forgets the offer. */
  drop(): void
}

/** Keeps the offer for the draft fresh: one question at a time, the newest wins. */
export function createQuoter(tools: SwapperTools, tokens: Tokens): Quoter {
  const { state, clock } = tools
  const timer = createTimer(clock)
  const wait = (delay: number) => timer.start(() => void refreshOffer(), delay)
  let attempt: AbortController | undefined
  let watchers = 0

  function drop(): void {
    timer.stop()
    attempt?.abort()
    attempt = undefined
    state.offer = undefined
    state.isQuoting = false
  }

  async function refreshOffer(): Promise<void> {
    const own = new AbortController()
    const asked = readQuestion(tools, own.signal)
    if (!asked || state.phase !== 'editing') return
    attempt?.abort()
    attempt = own
    state.isQuoting = true
    await showBest(tools, tokens, asked)
    if (own.signal.aborted) return
    state.isQuoting = false
    attempt = undefined
    if (watchers > 0) wait(refreshTime)
  }

  return {
    schedule() {
      drop()
      state.error = undefined
      if (!readQuestion(tools, new AbortController().signal)) return
      state.isQuoting = true
      wait(debounceTime)
    },
    retry() {
      state.error = undefined
      wait(0)
    },
    watch() {
      watchers += 1
      if (watchers === 1 && !state.isQuoting) wait(timeLeft(tools))
      let isWatching = true
      return () => {
        if (!isWatching) return
        isWatching = false
        watchers -= 1
        if (watchers === 0 && !state.isQuoting) timer.stop()
      }
    },
    drop,
  }
}

/** Milliseconds until the offer on screen is old. */
function timeLeft({ clock, state }: SwapperTools): number {
  const age = clock.now() - (state.offer?.quotedAt ?? Number.NEGATIVE_INFINITY)
  return age > refreshTime ? 0 : refreshTime - age
}

/** Shows the best offer, or why there is none. Shows nothing when it is called off. */
async function showBest(tools: SwapperTools, tokens: Tokens, draft: DraftQuestion): Promise<void> {
  const { state, log } = tools
  const { signal } = draft
  try {
    const asked = await scaleQuestion(tools, draft)
    const [[best], prices] = await Promise.all([
      findOffers(tools, asked),
      readOfferPrices(tools, tokens, asked),
    ])
    if (signal.aborted || !best) return
    state.offer = showOffer(tools, tokens, best, asked, prices)
    state.recommendedSlippage = best.quote.recommendedSlippage
    if (state.recommendedSlippage === undefined) state.draft.isSlippageAutomatic = false
    state.error = undefined
  } catch (cause) {
    if (signal.aborted) return
    log.debug('There is no offer for the swap.', cause)
    state.offer = undefined
    state.error = toSwapError(cause)
  }
}

import { isSameMultiplier } from '@latchkey/kernel/chain'
import { createTimer } from '@latchkey/kernel/contracts'
import { SwapPreviewRoute } from '../routes.js'
import type { SwapPreview } from '../Swapper.js'
import { swapError } from '../swapErrors.js'
import type { Offer } from './askSources.js'
import { checkOffers, previewOf } from './checkOffers.js'
import { compareToRead } from './compareToRead.js'
import { refreshTime } from './createQuoter.js'
import type { Tokens } from './createTokens.js'
import { findOffers, readQuestion, scaleQuestion, type SwapQuestion } from './findOffers.js'
import type { CheckedSwap } from './prepareSwap.js'
import { readOfferPrices } from './readOfferPrices.js'
import { readScales } from './readScales.js'
import type { SwapperTools } from './SwapperTools.js'
import { toSwapError } from './toSwapError.js'

export interface Current extends CheckedSwap {
  readonly ground: SwapQuestion
  readonly preview: SwapPreview
}

export interface Previewer {
  /** Has the draft quoted, checked and simulated. False when that failed; `state.error` says why. */
  prepare(): Promise<boolean>
  current(): Current | undefined
  /**
   * What has changed since the user asked for the preview, or was told of a change, whatever replaced it meanwhile. It is
   * told once.
   */
  takeChange(pressed: SwapPreview | undefined): ReturnType<typeof compareToRead>
  /** Quotes once more, without a simulation. `undefined` when no source has an offer now. */
  requote(): Promise<Offer | undefined>
  /** Whether the tokens' amounts are still counted as in the preview. */
  isCountedAlike(): Promise<boolean>
  drop(): void
  /** Calls off work that goes on, and no more: what was prepared is bound to its signal until it is submitted. */
  pause(): void
  keepFresh(): void
}

export function createPreviewer(tools: SwapperTools, tokens: Tokens): Previewer {
  const { state } = tools
  const freshness = createFreshness(tools, renew)
  let attempt: AbortController | undefined
  let current: Current | undefined
  const reading = createReading()

  function pause(): void {
    freshness.stop()
    attempt?.abort()
    attempt = undefined
    state.isRefreshing = false
  }

  function drop(): void {
    pause()
    current = undefined
    state.preview = undefined
    if (state.phase === 'preparing' || state.phase === 'ready') state.phase = 'editing'
  }

  /** @returns Whether it was done; false when something newer called it off, or it failed: `state.error` says why. */
  async function renew(): Promise<boolean> {
    attempt?.abort()
    attempt = new AbortController()
    try {
      const checked = await checkDraft(tools, tokens, attempt.signal)
      if (!checked) return false
      attempt = undefined
      current = checked
      state.preview = checked.preview
      state.error = undefined
      freshness.keep()
      return true
    } catch (cause) {
      drop()
      state.error = toSwapError(cause)
      return false
    }
  }

  return {
    async prepare() {
      drop()
      state.error = undefined
      state.phase = 'preparing'
      if (!(await renew())) return false
      state.phase = 'ready'
      reading.see(current?.preview)
      return true
    },
    current: () => current,
    takeChange: (pressed) => reading.takeChange(pressed, current?.preview),
    requote: async () => current && requote(tools, current),
    isCountedAlike: async () => current !== undefined && isCountedAlike(tools, current),
    drop,
    pause,
    keepFresh: freshness.keep,
  }
}

/** What the user has read. A refresh by itself changes nothing about that. */
function createReading() {
  let read: SwapPreview | undefined
  return {
    see(now: SwapPreview | undefined): void {
      read = now
    },
    takeChange(pressed: SwapPreview | undefined, now: SwapPreview | undefined) {
      if (!now) return undefined
      const change = (read && compareToRead(read, now)) ?? (pressed && compareToRead(pressed, now))
      if (change) read = now
      return change
    },
  }
}

/** `undefined` when it was called off. */
async function checkDraft(
  tools: SwapperTools,
  tokens: Tokens,
  signal: AbortSignal,
): Promise<Current | undefined> {
  const draft = readQuestion(tools, signal)
  if (!draft) throw swapError('SWAP_NOT_PREPARED')
  try {
    const ground = await scaleQuestion(tools, draft)
    const [checked, prices] = await Promise.all([
      checkOffers(tools, ground),
      readOfferPrices(tools, tokens, ground),
    ])
    if (signal.aborted) return undefined
    return { ...checked, ground, preview: previewOf(tools, tokens, checked, ground, prices) }
  } catch (cause) {
    if (signal.aborted) return undefined
    throw cause
  }
}

async function requote(tools: SwapperTools, { ground, offer }: Current): Promise<Offer | undefined> {
  const { signal } = new AbortController()
  const offers = await findOffers(tools, { ...ground, signal })
  return offers.find(({ source }) => source.id === offer.source.id) ?? offers[0]
}

async function isCountedAlike(tools: SwapperTools, { ground }: Current): Promise<boolean> {
  const { signal } = new AbortController()
  const now = await readScales(tools, { ...ground, signal })
  const { sell, buy } = ground.scales
  return isSameMultiplier(sell, now.sell) && isSameMultiplier(buy, now.buy)
}

const isPageVisible = () => typeof document === 'undefined' || document.visibilityState === 'visible'

/** Has the preview worked out again from time to time while it is shown. */
function createFreshness({ state, clock, navigation }: SwapperTools, renew: () => Promise<unknown>) {
  const timer = createTimer(clock)
  async function refresh(): Promise<void> {
    state.isRefreshing = true
    await renew()
    state.isRefreshing = false
  }
  const keep = () =>
    timer.start(() => {
      const isShown = navigation.state.entries.at(-1)?.name === SwapPreviewRoute.name
      if (isShown && isPageVisible() && state.phase === 'ready') void refresh()
      else keep()
    }, refreshTime)
  return { keep, stop: timer.stop }
}

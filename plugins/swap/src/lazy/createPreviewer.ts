import { BaseError, type SendNotice, type TimerHandle } from '@latchkey/kernel/plugin'
import { ref } from 'valtio/vanilla'
import { judgeSlippage } from '../assess.js'
import { SwapPreviewRoute } from '../routes.js'
import type { SwapPreview } from '../Swapper.js'
import { swapError } from '../swapErrors.js'
import { worthOf } from '../worth.js'
import type { Offer } from './askSources.js'
import { compareToRead } from './compareToRead.js'
import { type Quoter, refreshTime } from './createQuoter.js'
import { type CheckedSwap, prepareSwap, type SwapGround } from './prepareSwap.js'
import type { SwapperTools } from './SwapperTools.js'

export interface Current extends CheckedSwap {
  readonly ground: SwapGround & { readonly amount: bigint }
  readonly preview: SwapPreview
}

export interface Previewer {
  /** Has the draft quoted, checked and simulated. False when that failed; `state.error` says why. */
  prepare(): Promise<boolean>
  current(): Current | undefined
  /**
   * What has changed since the person asked for the preview, or was told of a change, whatever replaced it meanwhile. It
   * is told once.
   */
  takeChange(pressed: SwapPreview | undefined): ReturnType<typeof compareToRead>
  /** Quotes once more, without a simulation. `undefined` when nobody has an offer now. */
  requote(): Promise<Offer | undefined>
  drop(): void
  pause(): void
  keepFresh(): void
}

/** Codes that speak of what a source offered, so that another one is tried. */
const ofSource: ReadonlySet<string | undefined> = new Set([
  'SWAP_CALLS_REFUSED',
  'SWAP_RECEIVES_LESS',
  'SWAP_NOT_SIMULATED',
  'CALLS_INVALID',
  'EXECUTION_REVERTED',
])

/** Without a reader of the chain's calls, nobody but the source says that the minimum holds when the price moves. */
const minimumUnchecked: SendNotice = {
  code: 'MINIMUM_UNCHECKED',
  message: 'The minimum can’t be checked in advance. If the price moves, you may receive less.',
  severity: 'warning',
}

export function createPreviewer(tools: SwapperTools, quoter: Quoter): Previewer {
  const { state, clock, log, navigation } = tools
  let attempt: AbortController | undefined
  let timer: TimerHandle | undefined
  let current: Current | undefined
  /** What the person has read. A refresh by itself changes nothing about that. */
  let read: SwapPreview | undefined

  function pause(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
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

  /** The best offer that holds. One that doesn't is said once in the log, and the next best is tried. */
  async function check(ground: Current['ground']): Promise<CheckedSwap> {
    const refused = new Set<string>()
    let fault: unknown
    for (;;) {
      const [best] = await quoter.ask(ground, refused).catch((error: unknown) => {
        throw fault ?? error
      })
      if (!best) throw fault ?? swapError('SWAP_NO_ROUTE')
      try {
        return await prepareSwap(tools, ground, best)
      } catch (cause) {
        ground.signal.throwIfAborted()
        if (!(cause instanceof BaseError && ofSource.has(cause.code))) throw cause
        fault = cause
        refused.add(best.source.id)
        log.warn(`What "${best.source.id}" offered doesn’t hold.`, cause)
      }
    }
  }

  function previewOf(checked: CheckedSwap, ground: SwapGround): SwapPreview {
    const { offer, prepared, approval, isRead } = checked
    const shown = quoter.show(offer, ground)
    const coin = state.tokens.list.find(({ token }) => token.address === undefined)
    return ref({
      ...shown,
      approval,
      isApproving: approval === 'signature' || approval === 'transaction',
      fee: prepared.fee,
      feeWorth: worthOf(prepared.fee, coin?.price, state.currency),
      changes: prepared.changes,
      notices: [
        ...(isRead ? [] : [minimumUnchecked]),
        ...prepared.notices.filter(({ code }) => approval === 'none' || code !== 'CALLS_NOT_ATOMIC'),
      ],
      needsConsent: !isRead || shown.impact === 'extreme' || judgeSlippage(state.draft) === 'high',
      preparedAt: clock.now(),
    })
  }

  /** @returns Whether it was done; false when something newer called it off. */
  async function work(): Promise<boolean> {
    attempt?.abort()
    const own = new AbortController()
    attempt = own
    const ground = quoter.question(own.signal)
    if (!ground) throw swapError('SWAP_NOT_PREPARED')
    try {
      const checked = await check(ground)
      if (own.signal.aborted) return false
      const preview = previewOf(checked, ground)
      current = { ...checked, ground, preview }
      state.preview = preview
      return true
    } catch (cause) {
      if (own.signal.aborted) return false
      throw cause
    }
  }

  function keepFresh(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = clock.setTimeout(() => {
      const isShown = navigation.state.entries.at(-1)?.name === SwapPreviewRoute.name
      if (isShown && state.phase === 'ready') void refresh()
      else keepFresh()
    }, refreshTime)
  }

  async function refresh(): Promise<void> {
    state.isRefreshing = true
    try {
      if (!(await work())) return
      state.error = undefined
    } catch (cause) {
      drop()
      state.error = toError(cause)
      return
    } finally {
      state.isRefreshing = false
    }
    keepFresh()
  }

  return {
    async prepare() {
      drop()
      state.error = undefined
      state.phase = 'preparing'
      try {
        if (!(await work())) return false
      } catch (cause) {
        drop()
        state.phase = 'editing'
        state.error = toError(cause)
        return false
      }
      state.phase = 'ready'
      read = current?.preview
      keepFresh()
      return true
    },
    current: () => current,
    takeChange(pressed) {
      const now = current?.preview
      if (!now) return undefined
      const change = (read && compareToRead(read, now)) ?? (pressed && compareToRead(pressed, now))
      if (change) read = now
      return change
    },
    async requote() {
      if (!current) return undefined
      const { ground, offer } = current
      const own = new AbortController()
      const offers = await quoter.ask({ ...ground, signal: own.signal })
      return offers.find(({ source }) => source.id === offer.source.id) ?? offers[0]
    },
    drop,
    pause,
    keepFresh,
  }
}

export const toError = (cause: unknown): BaseError =>
  cause instanceof BaseError ? cause : swapError('SWAP_SOURCE_FAILED', { cause })

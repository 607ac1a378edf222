import type { NetworkId, TimerHandle } from '@latchkey/kernel/plugin'
import type { PortfolioDeps, WritablePortfolio } from '../createPortfolio.js'
import { type BalanceEntries, createBalanceEntries } from './createBalanceEntries.js'
import { portfolioTargets } from './portfolioTargets.js'
import { sumPortfolio } from './sumPortfolio.js'
import type { Target } from './target.js'
import { type EntryTools, retryBlock } from './tools.js'

export interface PortfolioController {
  /** Something changed: accounts, choices, whether it is shown, or whether the page is visible. */
  update(): void
  /** What is young on a network is due. */
  refresh(networkId: NetworkId): void
  dispose(): void
}

export interface PortfolioTools extends PortfolioDeps {
  readonly state: WritablePortfolio
  /** Aborted when the kernel is disposed. */
  readonly signal: AbortSignal
  isWatched(): boolean
}

/** Networks read at one time. */
const mostAtOnce = 12
/** Milliseconds after which a reading that hangs keeps no other from starting. */
const slotTime = 2_000
/** Milliseconds in which what was read is not read again. */
const freshTime = 30_000

const isPageVisible = () => typeof document === 'undefined' || document.visibilityState === 'visible'

/** Reads each account on each network by itself, so many at a time. */
export function createPortfolioController(tools: PortfolioTools): PortfolioController {
  const { state, clock, signal } = tools
  const sum = () => void Object.assign(state, sumPortfolio(state.entries, state.hiddenTokens))
  const entries = createBalanceEntries(entryTools(tools), sum)
  const readings = createQueue(tools, entries, () => update())
  let timer: TimerHandle | undefined

  function stopTimer(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }

  function update(): void {
    stopTimer()
    if (signal.aborted) return
    const targets = portfolioTargets(tools, state.showsTestnets)
    readings.keepOnly(new Set(targets.map(({ key }) => key)))
    sum()
    if (!tools.isWatched() || !isPageVisible()) return
    const next = readings.read(targets)
    if (next !== Number.POSITIVE_INFINITY) timer = clock.setTimeout(update, next - clock.now())
  }

  if (typeof document !== 'undefined') document.addEventListener('visibilitychange', update)
  return {
    update,
    refresh(networkId) {
      readings.expire(networkId)
      update()
    },
    dispose() {
      stopTimer()
      if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', update)
    },
  }
}

/** One network that fails is said in the view, beside what the others told. */
const entryTools = ({ state, prices, clock, log }: PortfolioTools): EntryTools => ({
  ...{ state, prices, clock, log },
  options: { currency: state.currency },
  notifications: { showSnackbar: () => {} },
})

function createQueue(tools: PortfolioTools, entries: BalanceEntries, onDone: () => void) {
  const { state, clock, signal } = tools
  const runs = new Map<string, AbortController>()
  const due = new Map<string, number>()
  let slots = mostAtOnce

  async function start(target: Target): Promise<void> {
    const { key } = target
    const run = new AbortController()
    runs.set(key, run)
    slots -= 1
    const giveUp = once(() => {
      slots += 1
    })
    const timer = clock.setTimeout(() => {
      giveUp()
      onDone()
    }, slotTime)
    const wait = await readTarget(tools, entries, target, AbortSignal.any([run.signal, signal]))
    if (wait !== undefined) due.set(key, clock.now() + wait)
    clock.clearTimeout(timer)
    giveUp()
    if (runs.get(key) === run) runs.delete(key)
    onDone()
  }

  return {
    /** Starts what is due. @returns When the next is, in milliseconds since the epoch, or `Infinity`. */
    read(targets: readonly Target[]): number {
      let next = Number.POSITIVE_INFINITY
      for (const target of targets) {
        if (runs.has(target.key)) continue
        const at = due.get(target.key) ?? 0
        if (at > clock.now()) next = Math.min(next, at)
        else if (slots > 0) void start(target)
      }
      return next
    },
    /** What is being read is read again: the answer may be from before the change. What failed keeps its time. */
    expire(networkId: NetworkId): void {
      for (const [key, entry] of Object.entries(state.entries)) {
        if (entry.networkId !== networkId || entry.status === 'error') continue
        runs.get(key)?.abort()
        runs.delete(key)
        due.delete(key)
      }
    },
    /** Forgets accounts and networks that are no longer shown. */
    keepOnly(keys: ReadonlySet<string>): void {
      for (const key of Object.keys(state.entries)) {
        if (keys.has(key)) continue
        runs.get(key)?.abort()
        runs.delete(key)
        due.delete(key)
        entries.forget(key)
      }
    },
  }
}

function once(action: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) action()
    isDone = true
  }
}

/** Never rejects. @returns How long it is not read again, in milliseconds; `undefined` when nobody waits for it any more. */
async function readTarget(
  { state, holdings }: PortfolioTools,
  entries: BalanceEntries,
  target: Target,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { networkId, address } = target
  entries.showReading(target)
  try {
    const answer = await holdings.read({ networkId, address, currency: state.currency, signal })
    if (signal.aborted) return undefined
    entries.showAnswer(target, answer, signal)
    return freshTime
  } catch (cause) {
    if (signal.aborted) return undefined
    entries.showFailure(target, cause)
    return retryBlock
  }
}

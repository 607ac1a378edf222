import type { BalanceEntries } from './createBalanceEntries.js'
import { isOfActiveAccount, type Target } from './target.js'
import { pollTime, type Tools } from './tools.js'

/** What is being read, and when each account and network is read next. */
export interface Readings {
  /** Reads what is due. @returns When it is next due, in milliseconds since the epoch, or `Infinity`. */
  readIfDue(target: Target, now: number): number
  /** Reads at once what a source may not answer from its own memory. Does nothing while a failure blocks it. */
  readFresh(target: Target): Promise<void>
  /** What is known of the account on the network is old. */
  expire(key: string): void
  /** Forgets accounts that are no longer the active ones. */
  forgetLeft(): void
}

interface Run {
  readonly abort: AbortController
  readonly done: Promise<void>
}

interface Ages {
  /** When the answer to each key goes out of date, in milliseconds since 1970. */
  readonly due: Map<string, number>
  /** Keys whose cached answers are out of date. A source is asked to skip its own cache for them. */
  readonly stale: Set<string>
}

export function createReadings(tools: Tools, entries: BalanceEntries, onDone: () => void): Readings {
  const { state, clock, signal } = tools
  const runs = new Map<string, Run>()
  const due = new Map<string, number>()
  const stale = new Set<string>()

  function dueTime(key: string): number {
    const blockedUntil = state.entries[key]?.retryAt ?? 0
    return Math.max(blockedUntil, stale.has(key) ? 0 : (due.get(key) ?? 0))
  }

  function read(target: Target): Promise<void> {
    const { key } = target
    const running = runs.get(key)
    if (running) return running.done
    const abort = new AbortController()
    const either = AbortSignal.any([abort.signal, signal])
    const done = requestHoldings(tools, entries, { due, stale }, target, either).finally(() => {
      if (runs.get(key)?.abort === abort) runs.delete(key)
      onDone()
    })
    runs.set(key, { abort, done })
    return done
  }

  return {
    readIfDue(target, now) {
      if (runs.has(target.key)) return Number.POSITIVE_INFINITY
      if (!target.network) {
        entries.showUnsupported(target)
        return Number.POSITIVE_INFINITY
      }
      const at = dueTime(target.key)
      if (at > now) return at
      void read(target)
      return Number.POSITIVE_INFINITY
    },
    async readFresh(target) {
      stale.add(target.key)
      if (dueTime(target.key) <= clock.now()) await read(target)
    },
    expire: (key) => void stale.add(key),
    forgetLeft() {
      for (const key of Object.keys(state.entries)) {
        if (isOfActiveAccount(tools, key)) continue
        runs.get(key)?.abort.abort()
        runs.delete(key)
        due.delete(key)
        stale.delete(key)
        entries.forget(key)
      }
    },
  }
}

async function requestHoldings(
  { options, holdings, clock }: Tools,
  entries: BalanceEntries,
  { due, stale }: Ages,
  target: Target,
  signal: AbortSignal,
): Promise<void> {
  const { key, networkId, address } = target
  const fresh = stale.delete(key)
  entries.showReading(target)
  try {
    const answer = await holdings.read({ networkId, address, currency: options.currency, fresh, signal })
    if (signal.aborted) return
    due.set(key, clock.now() + pollTime)
    entries.showAnswer(target, answer, signal)
  } catch (cause) {
    if (signal.aborted) return
    if (fresh) stale.add(key)
    entries.showFailure(target, cause)
  }
}

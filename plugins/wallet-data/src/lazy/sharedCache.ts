import type { Clock } from '@latchkey/kernel/plugin'

export interface SharedCacheOptions<T> {
  readonly clock: Clock
  /** Milliseconds an answer is kept. 0 only shares the request while it is under way. */
  readonly freshTime: number
  /** Answers that are not worth keeping, for example those of a stand-in source. Default: every answer is kept. */
  readonly isKept?: (answer: T) => boolean
  /** Entries, the oldest of which is dropped first. Default 500. */
  readonly limit?: number
}

/** Answers by key: equal asks at one time share one request, and a young answer is given again. */
export interface SharedCache<T> {
  /**
   * @param fresh Asks again although an answer is young, or a request that may have started too early is under way.
   */
  read(key: string, load: () => Promise<T>, options?: { readonly fresh?: boolean | undefined }): Promise<T>
  /** Forgets answers, and does not keep those of requests that are under way. */
  drop(matches: (key: string) => boolean): void
}

interface Running<T> {
  readonly answer: Promise<T>
  readonly fresh: boolean
}

export function createSharedCache<T>(options: SharedCacheOptions<T>): SharedCache<T> {
  const { clock, freshTime, isKept = () => true, limit = 500 } = options
  const kept = new Map<string, { readonly answer: T; readonly until: number }>()
  const running = new Map<string, Running<T>>()

  function keep(key: string, answer: T): void {
    if (freshTime <= 0 || !isKept(answer)) return
    kept.delete(key)
    kept.set(key, { answer, until: clock.now() + freshTime })
    const oldest = kept.keys().next()
    if (kept.size > limit && !oldest.done) kept.delete(oldest.value)
  }

  function start(key: string, load: () => Promise<T>, fresh: boolean): Promise<T> {
    const own: Running<T> = { fresh, answer: settle() }
    async function settle(): Promise<T> {
      try {
        // Not at once: `own` must be there before anything can fail.
        const answer = await Promise.resolve().then(load)
        // A later request, or a drop, has made this one old.
        if (running.get(key) === own) keep(key, answer)
        return answer
      } finally {
        if (running.get(key) === own) running.delete(key)
      }
    }
    running.set(key, own)
    return own.answer
  }

  return {
    read(key, load, { fresh = false } = {}) {
      const shared = running.get(key)
      if (shared && (shared.fresh || !fresh)) return shared.answer
      const entry = kept.get(key)
      if (entry && clock.now() >= entry.until) kept.delete(key)
      else if (entry && !fresh) return Promise.resolve(entry.answer)
      return start(key, load, fresh)
    },
    drop(matches) {
      for (const key of [...kept.keys()]) if (matches(key)) kept.delete(key)
      for (const key of [...running.keys()]) if (matches(key)) running.delete(key)
    },
  }
}

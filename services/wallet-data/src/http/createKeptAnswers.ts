import type { Bytes } from './answerCache.js'

export interface KeptAnswer {
  readonly address: string
  readonly answer: Promise<Bytes>
  /** Milliseconds since the epoch. */
  readonly until: number
  bytes: number
}

/** Answers by key and by address, in the order in which they were kept. */
export interface KeptAnswers {
  find(key: string): Promise<Bytes> | undefined
  add(key: string, address: string, answer: Promise<Bytes>): KeptAnswer
  /** Counts the bytes of an answer that has come. False where it isn't kept any more. */
  grow(key: string, kept: KeptAnswer, bytes: number): boolean
  drop(key: string, kept: KeptAnswer): void
  forget(address: string): void
  forgetAll(): void
  /** Drops what has expired, and the oldest where there is too much. */
  sweep(): void
  bytes(): number
}

export interface KeptAnswersOptions {
  readonly milliseconds: number
  /** Bytes kept in all. */
  readonly size: number
  readonly now: () => number
}

/** Bytes of an entry besides its texts, measured: maps, sets, promise, bytes. */
const entryBytes = 1_100
/** The most bytes that a text takes. */
const bytesOf = (text: string) => text.length * 2

/** Keeps answers, and counts what they take. */
export function createKeptAnswers({ milliseconds, size, now }: KeptAnswersOptions): KeptAnswers {
  /** The oldest first, and so the first to expire: all are kept for the same time. */
  const entries = new Map<string, KeptAnswer>()
  const byAddress = new Map<string, Set<string>>()
  let total = 0

  function drop(key: string, kept: KeptAnswer): void {
    if (entries.get(key) !== kept) return
    entries.delete(key)
    total -= kept.bytes
    const keys = byAddress.get(kept.address)
    keys?.delete(key)
    if (keys?.size === 0) byAddress.delete(kept.address)
  }

  return {
    find: (key) => entries.get(key)?.answer,
    add(key, address, answer) {
      // The key is held twice, and the address once more.
      const bytes = entryBytes + 2 * bytesOf(key) + bytesOf(address)
      const kept: KeptAnswer = { address, answer, until: now() + milliseconds, bytes }
      entries.set(key, kept)
      byAddress.set(address, (byAddress.get(address) ?? new Set()).add(key))
      total += bytes
      return kept
    },
    grow(key, kept, bytes) {
      if (entries.get(key) !== kept) return false
      kept.bytes += bytes
      total += bytes
      return true
    },
    drop,
    forget(address) {
      for (const key of byAddress.get(address) ?? []) {
        const kept = entries.get(key)
        if (kept) drop(key, kept)
      }
    },
    forgetAll() {
      entries.clear()
      byAddress.clear()
      total = 0
    },
    sweep() {
      const at = now()
      for (const [key, kept] of entries) {
        if (kept.until > at && total <= size) return
        drop(key, kept)
      }
    },
    bytes: () => total,
  }
}

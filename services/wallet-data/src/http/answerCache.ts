/** A text as it is sent, so that an answer that is given again isn't written as bytes again. */
export type Bytes = Uint8Array<ArrayBuffer>

/** An answer that is true at this moment only: it isn't kept. */
export interface PassingAnswer {
  readonly text: string
  readonly isPassing: true
}

export interface AnswerCache {
  /**
   * The kept answer of a question about an address, or a new one. Equal questions at one time share one answer.
   * @param question everything besides the address that the answer depends on
   */
  get(address: string, question: string, load: () => Promise<string | PassingAnswer>): Promise<Bytes>
  forget(address: string): void
  forgetAll(): void
  /** Bytes that are taken, those of keys and bookkeeping too. */
  bytes(): number
}

export interface AnswerCacheOptions {
  readonly milliseconds: number
  /** Bytes kept in all; the oldest answers go first. @default 64 million */
  readonly size?: number
  /** Whether this process hears of what changes. While it doesn't, only equal questions at one time share an answer. */
  readonly isKept?: () => boolean
  /** The version of the data that answers are read from. A new version drops every answer. `undefined`: no answer is kept. */
  readonly version?: () => number | undefined
  readonly now?: () => number
}

interface Kept {
  readonly address: string
  readonly answer: Promise<Bytes>
  readonly until: number
  bytes: number
}

/** What an entry takes besides its texts, measured: maps, sets, promise, bytes. */
const entryBytes = 1_100
/** What a text takes at most. */
const bytesOf = (text: string) => text.length * 2
/** Each of its answers has memory of its own: a part of a larger piece, as a `Buffer` may be, keeps all of it. */
const encoder = new TextEncoder()

/** Keeps answers for a while, by address and question. */
export function createAnswerCache({
  milliseconds,
  size = 64_000_000,
  isKept = () => true,
  version = () => 0,
  now = Date.now,
}: AnswerCacheOptions): AnswerCache {
  /** The oldest first, and so the first to expire: all are kept for the same time. */
  const entries = new Map<string, Kept>()
  const byAddress = new Map<string, Set<string>>()
  let total = 0
  let seen: number | undefined

  function drop(key: string, kept: Kept): void {
    if (entries.get(key) !== kept) return
    entries.delete(key)
    total -= kept.bytes
    const keys = byAddress.get(kept.address)
    keys?.delete(key)
    if (keys?.size === 0) byAddress.delete(kept.address)
  }

  function sweep(): void {
    const at = now()
    for (const [key, kept] of entries) {
      if (kept.until > at && total <= size) return
      drop(key, kept)
    }
  }

  function keep(key: string, address: string, answer: Promise<Bytes>, isPassing: () => boolean): void {
    // The key is held twice, and the address once more.
    const bytes = entryBytes + 2 * bytesOf(key) + bytesOf(address)
    const kept: Kept = { address, answer, until: now() + milliseconds, bytes }
    entries.set(key, kept)
    byAddress.set(address, (byAddress.get(address) ?? new Set()).add(key))
    total += bytes
    answer.then(
      ({ byteLength }) => {
        if (entries.get(key) !== kept) return
        if (!isKept() || isPassing()) {
          drop(key, kept)
          return
        }
        kept.bytes += byteLength
        total += byteLength
        sweep()
      },
      () => drop(key, kept),
    )
  }

  function forgetAll(): void {
    entries.clear()
    byAddress.clear()
    total = 0
  }

  function forgetOlder(): void {
    const current = version()
    if (current === undefined || current !== seen) forgetAll()
    seen = current
  }

  return {
    get(address, question, load) {
      forgetOlder()
      sweep()
      const key = JSON.stringify([address, question])
      const known = entries.get(key)
      if (known) return known.answer
      let isPassing = false
      const answer = load().then((loaded) => {
        isPassing = typeof loaded === 'object'
        return encoder.encode(typeof loaded === 'object' ? loaded.text : loaded)
      })
      keep(key, address, answer, () => isPassing)
      return answer
    },
    forget(address) {
      for (const key of byAddress.get(address) ?? []) {
        const kept = entries.get(key)
        if (kept) drop(key, kept)
      }
    },
    forgetAll,
    bytes: () => total,
  }
}

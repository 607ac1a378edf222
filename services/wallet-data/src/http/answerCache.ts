import { createKeptAnswers } from './createKeptAnswers.js'

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
  const answers = createKeptAnswers({ milliseconds, size, now })
  let seen: number | undefined

  function keep(key: string, address: string, answer: Promise<Bytes>, isPassing: () => boolean): void {
    const kept = answers.add(key, address, answer)
    answer.then(
      ({ byteLength }) => {
        if (!isKept() || isPassing()) answers.drop(key, kept)
        else if (answers.grow(key, kept, byteLength)) answers.sweep()
      },
      () => answers.drop(key, kept),
    )
  }

  function forgetOlder(): void {
    const current = version()
    if (current === undefined || current !== seen) answers.forgetAll()
    seen = current
  }

  return {
    get(address, question, load) {
      forgetOlder()
      answers.sweep()
      const key = JSON.stringify([address, question])
      const known = answers.find(key)
      if (known) return known
      let isPassing = false
      const answer = load().then((loaded) => {
        isPassing = typeof loaded === 'object'
        return encoder.encode(typeof loaded === 'object' ? loaded.text : loaded)
      })
      keep(key, address, answer, () => isPassing)
      return answer
    },
    forget: answers.forget,
    forgetAll: answers.forgetAll,
    bytes: answers.bytes,
  }
}

export interface AnswerCache {
  /**
   * The kept answer of a question about an address, or a new one. Equal questions at one time share one answer.
   * @param question everything besides the address that the answer depends on
   */
  get(address: string, question: string, load: () => Promise<string>): Promise<string>
  forget(address: string): void
  forgetAll(): void
}

export interface AnswerCacheOptions {
  readonly milliseconds: number
  /** Characters kept in all; the oldest answers go first. @default 64 million */
  readonly size?: number
  readonly now?: () => number
}

interface Kept {
  readonly answer: Promise<string>
  readonly until: number
  size: number
}

/** Keeps answers for a while, by address and question. */
export function createAnswerCache({
  milliseconds,
  size = 64_000_000,
  now = Date.now,
}: AnswerCacheOptions): AnswerCache {
  const byAddress = new Map<string, Map<string, Kept>>()
  let total = 0

  const drop = (address: string, question: string, kept: Kept) => {
    const questions = byAddress.get(address)
    if (questions?.get(question) !== kept) return
    questions.delete(question)
    total -= kept.size
    if (questions.size === 0) byAddress.delete(address)
  }
  const shrink = () => {
    for (const [address, questions] of byAddress) {
      for (const [question, kept] of questions) {
        if (total <= size) return
        drop(address, question, kept)
      }
    }
  }

  return {
    get(address, question, load) {
      const known = byAddress.get(address)?.get(question)
      if (known && known.until > now()) return known.answer
      if (known) drop(address, question, known)
      const kept: Kept = { answer: load(), until: now() + milliseconds, size: 0 }
      const questions = byAddress.get(address) ?? new Map<string, Kept>()
      byAddress.set(address, questions.set(question, kept))
      kept.answer.then(
        (text) => {
          if (byAddress.get(address)?.get(question) !== kept) return
          kept.size = text.length
          total += text.length
          shrink()
        },
        () => drop(address, question, kept),
      )
      return kept.answer
    },
    forget(address) {
      for (const [question, kept] of byAddress.get(address) ?? []) drop(address, question, kept)
    },
    forgetAll() {
      byAddress.clear()
      total = 0
    },
  }
}

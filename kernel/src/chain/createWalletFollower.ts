import { isKernelError, messageOf } from '../errors/base.js'
import { type Clock, wait } from '../platform/clock.js'
import type { LogService } from '../platform/log.js'

export interface WalletFollowerOptions<Word> {
  /** Name of the wallet, for the log. */
  readonly name: string
  readonly clock: Clock
  readonly log: LogService
  /**
   * Asks the wallet what it shares, without a prompt. Resolves to `undefined` where it shares nothing, and rejects where it
   * can't say: `WALLET_ANSWER_INVALID` where its answer can't be read. Left out where the wallet can't be asked.
   *
   * @param signal Aborted once the wallet has told something newer, so that nobody waits for an answer that counts no more.
   */
  readonly ask?: ((signal: AbortSignal) => Promise<Word | undefined>) | undefined
  /** Text that is the same for words that mean the same. */
  textOf(word: Word): string
  /** Told of each new word, once there is a connection. */
  show(word: Word): void
  /** Told once when the wallet shares nothing any more. It is let go by then. */
  end(reason?: string): void
  /** Removes the listeners. Called once, when the wallet is let go. */
  release(): void
}

/** What is believed where the wallet can't say: what was said before, nothing, or a word that an event told in part. */
export type Otherwise<Word> = 'keep' | 'end' | { readonly word: Word }

/** A wallet that is followed from before its first question until it's let go. */
export interface WalletFollower<Word> {
  /** What the wallet was last seen to say. */
  readonly word: Word | undefined
  /**
   * Asks the first question. Where the wallet tells something else meanwhile, it's asked again: its event may be older than the
   * answer, or newer. Stops following where the wallet shares nothing.
   *
   * @throws whatever `first` throws.
   */
  begin(first: () => Promise<Word | undefined>): Promise<Word | undefined>
  /** Takes an event. One that says nothing (`undefined`), or can't be read (it throws), is a reason to ask the wallet, never to believe. */
  hear(read: () => Word | undefined): void
  /** Asks the wallet, because of an event that tells too little. */
  doubt(otherwise: Otherwise<Word>): void
  /** Takes what the wallet answered to another question. */
  take(word: Word): void
  /** Asks the wallet again, without a prompt. Does nothing where it can't be asked. */
  refresh(): Promise<void>
  stop(): void
}

/** How long a wallet may take to say what it shares, in milliseconds. It asks nobody for that. */
const answerTime = 5_000
/** So often a wallet is asked in a row whose events say nothing while it is asked. After that, its answer counts. */
const questionLimit = 4
/** How wallets say that the app may see nothing. */
const denials = ['USER_REJECTED', 'RPC_UNAUTHORIZED', 'WALLET_ACCESS_DENIED', 'WALLET_UNAUTHORIZED']

interface Doubt<Word> {
  readonly turn: number
  readonly otherwise: Otherwise<Word>
}

type Answer<Word> = 'unknown' | { readonly word: Word | undefined; readonly reason?: string }

/**
 * Follows what a wallet shares, in any dialect. The newest word counts: an answer that an event has overtaken is dropped. An event
 * that says nothing or can't be read is a reason to ask, because wallets lock and unlock at once, and tell an empty list before
 * their own. Questions are asked one at a time, however many events there are.
 */
export function createWalletFollower<Word>(options: WalletFollowerOptions<Word>): WalletFollower<Word> {
  const follower = new Follower(options)
  return {
    get word() {
      return follower.word
    },
    begin: (first) => follower.begin(first),
    hear: (read) => follower.hear(read),
    doubt: (otherwise) => void follower.doubt(otherwise),
    take: (next) => follower.take(next),
    refresh: () => (options.ask ? follower.doubt('keep') : Promise.resolve()),
    stop: () => follower.stop(),
  }
}

class Follower<Word> {
  readonly #options: WalletFollowerOptions<Word>
  readonly #stopped = new AbortController()
  word: Word | undefined
  /** The last event, where it could be read. */
  #heard: Word | undefined
  /** Counts what the wallet told, so that an answer which was overtaken is known. */
  #turns = 0
  #isOpen = false
  #waiting: Doubt<Word> | undefined
  #running: Promise<void> | undefined
  #overtaken = new AbortController()

  constructor(options: WalletFollowerOptions<Word>) {
    this.#options = options
  }

  async begin(first: () => Promise<Word | undefined>): Promise<Word | undefined> {
    let turn = this.#turns
    let answer: Answer<Word> = { word: await first() }
    const isSettled = () => turn === this.#turns || this.#isSaid(answer)
    for (let asked = 1; asked < questionLimit && !isSettled(); asked += 1) {
      turn = this.#turns
      const next = await this.#question(this.#options.ask ?? first)
      if (next === 'unknown') break
      answer = next
    }
    this.word = isSettled() ? answer.word : (this.#heard ?? answer.word)
    this.#isOpen = this.word !== undefined && !this.#stopped.signal.aborted
    if (!this.#isOpen) this.stop()
    return this.#isOpen ? this.word : undefined
  }

  hear(read: () => Word | undefined): void {
    if (this.#stopped.signal.aborted) return
    let next: Word | undefined
    try {
      next = read()
    } catch (error) {
      this.#options.log.debug(
        `An event of ${this.#options.name} can’t be read, so the wallet is asked.`,
        error,
      )
      return void this.doubt('keep')
    }
    if (next === undefined) void this.doubt('end')
    else this.take(next)
  }

  doubt(otherwise: Otherwise<Word>): Promise<void> {
    if (this.#stopped.signal.aborted) return Promise.resolve()
    this.#count()
    this.#heard = undefined
    if (!this.#isOpen) return Promise.resolve()
    const next = { turn: this.#turns, otherwise }
    this.#waiting = this.#waiting ? stronger(next, this.#waiting) : next
    // A turn later: a wallet may tell while it is asked, and a word that follows at once leaves nothing to ask.
    this.#running ??= Promise.resolve().then(() => this.#answerDoubts())
    return this.#running
  }

  take(next: Word): void {
    if (this.#stopped.signal.aborted) return
    this.#count()
    this.#waiting = undefined
    this.#heard = next
    if (!this.#isOpen) return
    const isNew = this.word === undefined || this.#options.textOf(this.word) !== this.#options.textOf(next)
    this.word = next
    if (isNew) this.#options.show(next)
  }

  stop(): void {
    this.#isOpen = false
    if (this.#stopped.signal.aborted) return
    this.#stopped.abort()
    this.#overtaken.abort()
    this.#options.release()
  }

  #count(): void {
    this.#turns += 1
    this.#overtaken.abort()
  }

  /** Whether the last event says what the answer says. */
  #isSaid(answer: Answer<Word>): boolean {
    const { textOf } = this.#options
    if (answer === 'unknown' || answer.word === undefined || this.#heard === undefined) return false
    return textOf(this.#heard) === textOf(answer.word)
  }

  #end(reason?: string): void {
    this.stop()
    this.#options.end(reason)
  }

  async #question(asking = this.#options.ask): Promise<Answer<Word>> {
    if (!asking) return 'unknown'
    this.#overtaken = new AbortController()
    const { clock, log, name } = this.#options
    const answered = new AbortController()
    const late = wait(clock, answerTime, AbortSignal.any([answered.signal, this.#stopped.signal]))
    try {
      const answer = asking(this.#overtaken.signal).then((shared): Answer<Word> => ({ word: shared }))
      return await Promise.race([answer, late.then((): Answer<Word> => 'unknown')])
    } catch (error) {
      if (!this.#stopped.signal.aborted) log.debug(`${name} could not be asked for its accounts.`, error)
      return readFailure(error)
    } finally {
      late.catch(() => undefined)
      answered.abort()
    }
  }

  async #answerDoubts(): Promise<void> {
    try {
      while (this.#waiting && this.#isOpen) {
        const counted = await this.#askUntilItCounts()
        if (!counted || !this.#isOpen) continue
        this.#waiting = undefined
        this.#settle(...counted)
      }
    } finally {
      this.#running = undefined
    }
  }

  /** Returns the answer that counts, asked again while events that say nothing overtake it; nothing once a word is newer. */
  async #askUntilItCounts(): Promise<[Answer<Word>, Doubt<Word>] | undefined> {
    for (let asked = 1; this.#waiting && this.#isOpen; asked += 1) {
      const asks: Doubt<Word> = this.#waiting
      this.#waiting = undefined
      const answer = await this.#question()
      const newer = this.#waiting as Doubt<Word> | undefined
      if (asks.turn === this.#turns || (newer && asked >= questionLimit)) return [answer, asks]
      if (newer) this.#waiting = stronger(newer, asks)
    }
    return undefined
  }

  #settle(answer: Answer<Word>, { otherwise }: Doubt<Word>): void {
    if (answer !== 'unknown') {
      if (answer.word === undefined) this.#end(answer.reason)
      else this.take(answer.word)
    } else if (otherwise === 'end') this.#end()
    else if (otherwise !== 'keep') this.take(otherwise.word)
  }
}

/** What a failed question says: nothing is shared, or nothing is known. */
function readFailure<Word>(error: unknown): Answer<Word> {
  if (!isKernelError(error)) return 'unknown'
  if (denials.includes(error.code)) return { word: undefined }
  return error.code === 'WALLET_ANSWER_INVALID' ? { word: undefined, reason: messageOf(error) } : 'unknown'
}

/** The newer doubt, with the reason to believe nothing that the older one had, if nothing is said since. */
function stronger<Word>(newer: Doubt<Word>, older: Doubt<Word>): Doubt<Word> {
  if (newer.otherwise !== 'keep' || older.otherwise === 'keep') return newer
  return { ...newer, otherwise: older.otherwise }
}

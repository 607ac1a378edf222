import { inOneTab } from '../platform/inOneTab.js'
import type { Clock } from '../platform/clock.js'
import type { LogService } from '../platform/log.js'
import type { PendingEntry, PendingList } from '../wallet/createPendingList.js'

/** A transaction that a wallet has sent, as `Send` and `Calls` return it. */
export interface FollowedTransaction<Decision> {
  readonly trail?: Promise<string | undefined>
  wait(signal?: AbortSignal): Promise<Decision>
}

export interface TransactionFollower<Entry, Submitted> {
  /** Follows what was just sent, and remembers it in case the page is left. */
  follow(entry: Entry, submitted: Submitted): void
  /** Takes up what an earlier page sent and did not see decided. Nothing is sent. */
  resume(): void
}

/** A request to a wallet as it outlives the page. */
export interface FollowedEntry extends PendingEntry {
  /** What the chain needs to follow it, beside the id. */
  readonly trail?: string
}

export interface TransactionFollowerOptions<
  Entry extends FollowedEntry,
  Submitted extends FollowedTransaction<Decision>,
  Decision extends { readonly status: 'confirmed' | 'failed' },
> {
  /** Names the lock that tabs share, such as `send`. */
  readonly name: string
  readonly pending: PendingList<Entry>
  readonly signal: AbortSignal
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<LogService, 'warn'>
  /** How the chain is asked for what an earlier page sent. `undefined` while nobody can tell: a wallet is away, or a chain. */
  open(entry: Entry): (() => Promise<Submitted>) | undefined
  /** The entry with what is kept of the decision for the other tabs. */
  withDecision(entry: Entry, decision: Decision, at: number): Entry
  /** The chain has decided, and this tab tells of it. @param isOwn Whether this page sent it. */
  decided(entry: Entry, decision: Decision, isOwn: boolean): void
  /** Another tab has told of it. */
  toldElsewhere(entry: Entry, decision: NonNullable<Entry['decision']>, isOwn: boolean): void
  /** It couldn't be followed, and stays remembered: the next page asks again. */
  lostSight(entry: Entry, cause: unknown): void
}

/** Waits for the chain's decision on what was sent, and has it told: once, however many tabs there are. */
export function createTransactionFollower<
  Entry extends FollowedEntry,
  Submitted extends FollowedTransaction<Decision>,
  Decision extends { readonly status: 'confirmed' | 'failed' },
>(options: TransactionFollowerOptions<Entry, Submitted, Decision>): TransactionFollower<Entry, Submitted> {
  const { pending, signal, clock, log } = options
  const followed = new Set<string>()

  async function decide(entry: Entry, isOwn: boolean, open: () => Promise<Submitted>): Promise<void> {
    const known = pending.find(entry)?.decision
    if (known) return options.toldElsewhere(entry, known, isOwn)
    const decision = await (await open()).wait(signal)
    signal.throwIfAborted()
    pending.put(options.withDecision(pending.find(entry) ?? entry, decision, clock.now()))
    options.decided(entry, decision, isOwn)
  }

  function run(entry: Entry, isOwn: boolean, open: () => Promise<Submitted>): void {
    const name = `latchkey.${options.name} ${entry.networkId} ${entry.id}`
    if (followed.has(name)) return
    followed.add(name)
    inOneTab(name, signal, () => decide(entry, isOwn, open)).then(
      // A wallet may give a later transaction the same name.
      () => followed.delete(name),
      (cause: unknown) => {
        if (signal.aborted) return
        log.warn(`The outcome of a transaction (${options.name}) could not be followed.`, cause)
        options.lostSight(entry, cause)
      },
    )
  }

  return {
    follow(entry, submitted) {
      pending.put(entry)
      void submitted.trail?.then((trail) => {
        const now = pending.find(entry)
        if (trail !== undefined && now) pending.put({ ...now, trail })
      })
      run(entry, true, async () => submitted)
    },
    resume() {
      for (const entry of pending.list()) {
        const open = entry.decision ? undefined : options.open(entry)
        if (open) run(entry, false, open)
      }
    },
  }
}

import type { Amount, PreparedSend } from '@latchkey/kernel/contracts'
import type { BaseError } from '@latchkey/kernel/plugin'
import { FeeUnreasonableError } from '@latchkey/kernel/transaction'
import type { SendTarget } from '../Sender.js'
import type { compareToRead } from './compareToShown.js'
import { createFreshness, freshTime } from './createFreshness.js'
import { createPreparation, type Preparation } from './createPreparation.js'
import { createReading, type Reading } from './createReading.js'
import { toError } from './createReceiverField.js'
import { readQuestion, type SendQuestion } from './readQuestion.js'
import type { SenderTools } from './SenderTools.js'

export interface Previewer {
  /** Agrees to the fee that `state.unreasonableFee` says, for the draft as it is. */
  acceptFee(): void
  /** @throws BaseError `ACTIVE_NETWORK_MISSING`, `SEND_INCOMPLETE`, `SEND_TOKEN_MISSING`, `UNSUPPORTED_CHAIN` */
  preview(): Promise<boolean>
  /** Works the preview out again, in its place. False when it failed, or was called off. */
  refresh(): Promise<boolean>
  /** The same for a person who has changed something and waits to see what comes of it. */
  renew(): Promise<boolean>
  /** What the preview shows, for the wallet. */
  current():
    | { readonly prepared: PreparedSend; readonly target: SendTarget; readonly isFresh: boolean }
    | undefined
  /** Notes that the person looks at the preview as it is now, and answers what changed since the last time. */
  read(): ReturnType<typeof compareToRead>
  /** Drops the preview, and what is under way to one. */
  drop(): void
  pause(): void
  /** Keeps the preview fresh from now on. */
  keepFresh(): void
}

/** Has drafts checked against the chain, and keeps what the preview shows from growing stale. */
export function createPreviewer(tools: SenderTools, receiverMoved: () => void): Previewer {
  const { state, clock } = tools
  const preparation = createPreparation(tools)
  const reading = createReading(state)
  const freshness = createFreshness(
    tools,
    () => void refreshPreview(tools, work, { isAsked: false, isSeen: false }),
  )
  let highestFee: bigint | undefined

  function stop(): void {
    freshness.stop()
    preparation.abort()
    state.isRefreshing = false
  }

  function drop(): void {
    stop()
    preparation.forget()
    reading.see(undefined)
    if (state.phase === 'preparing' || state.phase === 'ready') state.phase = 'editing'
  }

  function fail(cause: unknown): void {
    const error = toError(cause)
    drop()
    state.error = error
    state.unreasonableFee = error instanceof FeeUnreasonableError ? roomFor(error.fee) : undefined
    if (isAboutReceiver(error)) receiverMoved()
  }

  const ask = () => readQuestion(state, highestFee)
  const work: PreviewWork = { preparation, reading, keepFresh: freshness.keep, ask, drop, fail }

  return {
    acceptFee() {
      highestFee = state.unreasonableFee?.value
    },
    preview: () => makePreview(tools, work),
    refresh: () => refreshPreview(tools, work, { isAsked: true, isSeen: false }),
    renew: () => refreshPreview(tools, work, { isAsked: true, isSeen: true }),
    read: () => reading.read(preparation.current()?.preview),
    current() {
      const checked = preparation.current()
      // no money: milliseconds
      return checked && { ...checked, isFresh: clock.now() - checked.preview.preparedAt < 2 * freshTime }
    },
    drop() {
      drop()
      highestFee = undefined
      state.unreasonableFee = undefined
    },
    pause: stop,
    keepFresh: freshness.keep,
  }
}

/** What the making of previews works with. */
interface PreviewWork {
  readonly preparation: Preparation
  readonly reading: Reading
  keepFresh(): void
  ask(): SendQuestion | undefined
  drop(): void
  fail(cause: unknown): void
}

/** The first preview of a draft. */
async function makePreview({ state }: SenderTools, work: PreviewWork): Promise<boolean> {
  const asked = work.ask()
  if (!asked) return false
  if (state.phase === 'signing') {
    state.notice = 'outstanding'
    return false
  }
  work.drop()
  state.unreasonableFee = undefined
  state.error = undefined
  state.notice = undefined
  state.phase = 'preparing'
  try {
    const answer = await work.preparation.run(asked)
    if (!answer) return false
    state.phase = 'ready'
    work.reading.see(answer.preview)
    work.keepFresh()
    return true
  } catch (cause) {
    work.fail(cause)
    return false
  }
}

/**
 * The same draft once more, in the place of the preview before.
 *
 * @param options `isAsked`: by a person, who is told when it fails; a preview that merely ages is read again when
 *   confirmed. `isSeen`: the person waits for what it shows.
 */
async function refreshPreview(
  { state }: SenderTools,
  work: PreviewWork,
  { isAsked, isSeen }: { readonly isAsked: boolean; readonly isSeen: boolean },
): Promise<boolean> {
  const asked = work.ask()
  if (!asked) return false
  const before = state.preview
  state.isRefreshing = true
  try {
    const answer = await work.preparation.run(asked)
    if (!answer) return false
    state.isRefreshing = false
    state.error = undefined
    work.reading.replace(before, answer.preview, isSeen)
    work.keepFresh()
    return true
  } catch (cause) {
    state.isRefreshing = false
    if (isAsked || isAboutReceiver(toError(cause))) work.fail(cause)
    else work.keepFresh()
    return false
  }
}

/** A quarter more: prices move between the question and the answer. */
const roomFor = (fee: Amount): Amount => ({ ...fee, value: (fee.value * 5n) / 4n })

const isAboutReceiver = ({ code }: BaseError) =>
  code === 'SEND_RECEIVER_CHANGED' || code === 'SEND_NAME_UNKNOWN'

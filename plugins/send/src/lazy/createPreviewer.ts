import {
  activeNetworkMissing,
  type Amount,
  type BaseError,
  FeeUnreasonableError,
  sendIncomplete,
  sendTokenMissing,
  type PreparedSend,
  type TimerHandle,
  unsupportedChain,
} from '@latchkey/kernel/plugin'
import type { Holding } from '@latchkey/kernel/plugin'
import { SendPreviewRoute } from '../routes.js'
import type { SendDraft, SendPreview, SendTarget } from '../Sender.js'
import { checkDraft } from './checkDraft.js'
import { compareToRead, compareToShown } from './compareToShown.js'
import { toError } from './createReceiverField.js'
import { type Checked, prepareSend } from './prepareSend.js'
import type { SenderTools } from './SenderTools.js'

/** Milliseconds after which a shown preview is worked out anew. */
const freshTime = 30_000

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
  const { state, clock, navigation } = tools
  let attempt: AbortController | undefined
  let timer: TimerHandle | undefined
  let highestFee: bigint | undefined
  /** The preview that a person has asked for or confirmed; another one comes by itself. */
  let seen: SendPreview | undefined
  let checked: (Checked & { readonly target: SendTarget }) | undefined

  function pause(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }

  function stop(): void {
    pause()
    attempt?.abort()
    attempt = undefined
    state.isRefreshing = false
  }

  function drop(): void {
    stop()
    checked = undefined
    state.preview = undefined
    seen = undefined
    state.isUnread = false
    if (state.phase === 'preparing' || state.phase === 'ready') state.phase = 'editing'
  }

  /** What is asked now; throws when the draft is not complete. */
  function question() {
    const { target, draft, receiver, warnings } = state
    if (!target) throw activeNetworkMissing()
    if (!target.canSend) throw unsupportedChain(target.namespace)
    if (draft.amountText === '' || receiver.status !== 'resolved') throw sendIncomplete()
    if (!draft.token) throw sendTokenMissing()
    const { isReady, amount } = checkDraft({ draft, receiver })
    if (!isReady || amount === undefined) return undefined
    const { address, name, origin } = receiver
    return {
      target: { ...target },
      draft: { ...draft } as SendDraft & { readonly token: Holding },
      amount,
      receiver: {
        address,
        ...(name === undefined ? {} : { name }),
        ...(origin === undefined ? {} : { origin: { ...origin } }),
      },
      warnings: [...warnings],
      highestFee,
    }
  }

  /** `undefined` when it was called off by something newer. Throws when the chain says no. */
  async function prepare(asked: NonNullable<ReturnType<typeof question>>): Promise<Checked | undefined> {
    const own = new AbortController()
    attempt?.abort()
    attempt = own
    try {
      const answer = await prepareSend(tools, { ...asked, signal: own.signal })
      if (own.signal.aborted) return undefined
      // From here on the signal belongs to the send: the wallet is asked with it.
      attempt = undefined
      checked = { ...answer, target: asked.target }
      state.preview = answer.preview
      return answer
    } catch (error) {
      if (own.signal.aborted) return undefined
      throw error
    }
  }

  function see(): void {
    seen = checked?.preview
    state.isUnread = false
  }

  function keepFresh(): void {
    pause()
    timer = clock.setTimeout(() => {
      const isShown = navigation.state.entries.at(-1)?.name === SendPreviewRoute.name
      if (isShown && state.phase === 'ready') void refresh({ isAsked: false, isSeen: false })
    }, freshTime)
  }

  /**
   * @param isAsked By a person, who is told when it fails. A preview that merely ages is read again when confirmed.
   * @param isSeen The person waits for what it shows.
   */
  async function refresh({ isAsked = true, isSeen = true } = {}): Promise<boolean> {
    const asked = question()
    if (!asked) return false
    const before = state.preview
    state.isRefreshing = true
    try {
      const answer = await prepare(asked)
      if (!answer) return false
      state.isRefreshing = false
      state.error = undefined
      const change = isSeen
        ? before && compareToShown(before, answer.preview)
        : seen && compareToRead(seen, answer.preview)
      tellChange(change)
      if (isSeen) see()
      else state.isUnread = change !== undefined
      keepFresh()
      return true
    } catch (cause) {
      state.isRefreshing = false
      if (isAsked || isAboutReceiver(toError(cause))) fail(cause)
      else keepFresh()
      return false
    }
  }

  /** A change that was told and is taken back needs no look any more. */
  function tellChange(change: ReturnType<typeof compareToShown>): void {
    const isTold = state.notice === 'feeChanged' || state.notice === 'previewChanged'
    if (change || isTold) state.notice = change
  }

  function fail(cause: unknown): void {
    const error = toError(cause)
    drop()
    state.error = error
    state.unreasonableFee = error instanceof FeeUnreasonableError ? roomFor(error.fee) : undefined
    if (isAboutReceiver(error)) receiverMoved()
  }

  return {
    acceptFee() {
      highestFee = state.unreasonableFee?.value
    },
    async preview() {
      const asked = question()
      if (!asked) return false
      if (state.phase === 'signing') {
        state.notice = 'outstanding'
        return false
      }
      drop()
      state.unreasonableFee = undefined
      state.error = undefined
      state.notice = undefined
      state.phase = 'preparing'
      try {
        if (!(await prepare(asked))) return false
      } catch (cause) {
        fail(cause)
        return false
      }
      state.phase = 'ready'
      see()
      keepFresh()
      return true
    },
    refresh: () => refresh({ isAsked: true, isSeen: false }),
    renew: () => refresh(),
    read() {
      const before = seen
      see()
      return before && seen && compareToRead(before, seen)
    },
    current: () =>
      // no money: milliseconds
      checked && { ...checked, isFresh: clock.now() - checked.preview.preparedAt < 2 * freshTime },
    drop() {
      drop()
      highestFee = undefined
      state.unreasonableFee = undefined
    },
    pause: stop,
    keepFresh,
  }
}

/** A quarter more: prices move between the question and the answer. */
const roomFor = (fee: Amount): Amount => ({ ...fee, value: (fee.value * 5n) / 4n })

const isAboutReceiver = ({ code }: BaseError) =>
  code === 'SEND_RECEIVER_CHANGED' || code === 'SEND_NAME_UNKNOWN'

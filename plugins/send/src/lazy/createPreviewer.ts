import type { Amount } from '@latchkey/kernel/contracts'
import type { BaseError } from '@latchkey/kernel/plugin'
import { createPreviewing, FeeUnreasonableError, type Previewing } from '@latchkey/kernel/transaction'
import { SendPreviewRoute } from '../routes.js'
import type { SendPreview, SendTarget } from '../Sender.js'
import { compareToRead, compareToShown } from './compareToShown.js'
import { toError } from './createReceiverField.js'
import { type Checked, prepareSend } from './prepareSend.js'
import { readQuestion, type SendQuestion } from './readQuestion.js'
import type { SenderTools } from './SenderTools.js'

/** Milliseconds after which a shown preview is worked out again. */
const freshTime = 30_000

export type CheckedSend = Checked & { readonly target: SendTarget }

type PreviewChange = NonNullable<ReturnType<typeof compareToShown>>

type Previews = Previewing<CheckedSend, SendPreview, PreviewChange>

export interface Previewer extends Omit<Previews, 'prepare'> {
  /** Agrees to the fee that `state.unreasonableFee` says, for the draft as it is. */
  acceptFee(): void
  /** @throws BaseError `ACTIVE_NETWORK_MISSING`, `SEND_INCOMPLETE`, `SEND_TOKEN_MISSING`, `UNSUPPORTED_CHAIN` */
  preview(): Promise<boolean>
  /** Whether what was prepared is new enough to be confirmed. */
  isFresh(): boolean
}

/** Has drafts checked against the chain, and keeps what the preview shows from growing stale. */
export function createPreviewer(tools: SenderTools, receiverMoved: () => void): Previewer {
  const { state, clock, phases } = tools
  let highestFee: bigint | undefined
  const ask = () => readQuestion(state, highestFee)
  const previews: Previews = createPreviewing<SendQuestion, CheckedSend, SendPreview, PreviewChange>({
    ...howToCompare(tools),
    ...{ state, phases, clock, freshTime, ask },
    isShown: () => tools.navigation.state.entries.at(-1)?.name === SendPreviewRoute.name,
    check: async (question, signal) => ({
      ...(await prepareSend(tools, { ...question, signal })),
      target: question.target,
    }),
    checked() {
      state.error = undefined
    },
    // A preview that merely ages is read again when confirmed.
    goes: (cause, { isAsked }) => isAsked || isAboutReceiver(toError(cause)),
    failed(cause) {
      const error = toError(cause)
      state.error = error
      state.unreasonableFee = error instanceof FeeUnreasonableError ? roomFor(error.fee) : undefined
      if (isAboutReceiver(error)) receiverMoved()
    },
  })
  return {
    ...previews,
    acceptFee() {
      highestFee = state.unreasonableFee?.value
    },
    async preview() {
      if (!ask()) return false
      if (phases.current === 'asking') {
        state.notice = 'outstanding'
        return false
      }
      Object.assign(state, { unreasonableFee: undefined, error: undefined, notice: undefined })
      return previews.prepare()
    },
    isFresh() {
      const now = previews.current()
      // no money: milliseconds
      return now !== undefined && clock.now() - now.preview.preparedAt < 2 * freshTime
    },
    drop() {
      previews.drop()
      highestFee = undefined
      state.unreasonableFee = undefined
    },
  }
}

/** Keeps apart what a person has read of a preview and what stands there because time passed. */
const howToCompare = ({ state }: SenderTools) => ({
  compareToRead,
  compareToShown,
  seen() {
    state.isUnread = false
  },
  replaced(change: PreviewChange | undefined, isSeen: boolean) {
    // A change that was told and is taken back needs no look any more.
    const isTold = state.notice === 'feeChanged' || state.notice === 'previewChanged'
    if (change || isTold) state.notice = change
    if (!isSeen) state.isUnread = change !== undefined
  },
})

/** A quarter more: prices move between the question and the answer. */
const roomFor = (fee: Amount): Amount => ({ ...fee, value: (fee.value * 5n) / 4n })

const isAboutReceiver = ({ code }: BaseError) =>
  code === 'SEND_RECEIVER_CHANGED' || code === 'SEND_NAME_UNKNOWN'

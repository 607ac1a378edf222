import { errorWords, isUserRejection } from '@latchkey/kernel/plugin'
import {
  type OpenTransfer,
  outcomeOf,
  tellLost,
  tellSubmitted,
  type WalletRequest,
} from '@latchkey/kernel/transaction'
import type { SubmittedTransaction } from '@latchkey/kernel/contracts'
import { SendFailed, SendInitiated, SendRejected } from '../events.js'
import { SendProgressRoute } from '../routes.js'
import type { ConfirmationOptions } from './createConfirmation.js'
import { factsOf } from './createFollower.js'
import type { CheckedSend } from './createPreviewer.js'
import { toError } from './createReceiverField.js'
import { pendingOf } from './pendingOf.js'
import { leaveProgress, showProgress } from './progressView.js'
import { recordOf } from './recordOf.js'
import { addressRule, type SenderTools } from './SenderTools.js'
import { repeatToldAt } from './reviewUnanswered.js'
import { sentOf } from './sentOf.js'
import { toastWords } from './toastWords.js'

/** One prepared send as the wallet is asked for it, and what becomes of whatever the wallet answers. */
export function requestOf(
  options: ConfirmationOptions,
  send: CheckedSend,
): WalletRequest<SubmittedTransaction> {
  const { tools } = options
  const { state, context, navigation, clock, phases } = tools
  const { prepared, target, preview } = send
  const asked: Asked = { ...send, at: clock.now(), entry: undefined }
  return {
    wallet: {
      name: target.walletName,
      isThere: () => tools.session.state.connections.some(({ id }) => id === target.connectionId),
    },
    view: {
      route: SendProgressRoute,
      show: () => showProgress(navigation),
      leave: () => leaveProgress(navigation),
    },
    asking() {
      options.previewer.pause()
      phases.to('asking')
      state.error = undefined
      state.notice = undefined
      context.emit(SendInitiated, factsOf({ ...target, ...preview }))
      const { networkId, address } = target
      const { amount, receiver } = preview
      asked.entry = tools.unanswered.ask({ networkId, address, to: receiver.address, amount })
    },
    submit: () => prepared.submit(),
    outcomeOf: (cause) => outcomeOf(cause, prepared),
    sent: (transaction, isShown) => takeTransaction(options, asked, transaction, isShown()),
    failed({ cause, outcome, isShown }) {
      tellFailure(tools, asked, cause)
      if (outcome === 'unknown') takeLoss(options, asked, cause, isShown)
      else takeRefusal(options, asked, cause, isShown)
    },
    answered: options.answered,
  }
}

interface Asked extends CheckedSend {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Remembers the request, once the wallet is asked. */
  entry: OpenTransfer | undefined
}

function takeTransaction(
  { tools, follower, review, submitted }: ConfirmationOptions,
  { target, preview, at, entry }: Asked,
  transaction: SubmittedTransaction,
  isShown: boolean,
): void {
  const { state, context, notifications, clock, phases } = tools
  settleRepeated(tools, { target, preview })
  if (isShown) {
    state.transaction = sentOf(tools, transaction.id, target, preview)
    phases.to('pending')
    entry?.forget()
  } else {
    notifications.toast(toastWords.sentAfterAll, { type: 'success' })
    entry?.sentAfterAll()
    review()
  }
  const send = pendingOf(transaction.id, target, preview, clock.now())
  tellSubmitted(context, { address: target.address, record: recordOf(send) }, transaction, at)
  submitted(target, preview, isShown)
  follower.follow(send, transaction)
}

/** Nothing was sent. The preview may be confirmed again. */
function takeRefusal(
  { tools, previewer, review }: ConfirmationOptions,
  { entry }: Asked,
  cause: unknown,
  isShown: boolean,
): void {
  const { state, phases } = tools
  entry?.forget()
  if (isShown) {
    phases.to('ready')
    if (isUserRejection(cause)) state.notice = 'declined'
    else state.error = toError(cause)
    previewer.keepFresh()
  }
  review()
}

/**
 * The wallet had the request, and has named no transaction: nobody can say whether money left. What is known stands in the
 * activity, until the history names the transaction or nobody expects it any more.
 */
function takeLoss(
  { tools, review, mayHaveLeft }: ConfirmationOptions,
  { target, preview, at }: Asked,
  cause: unknown,
  isShown: boolean,
): void {
  const { state, context, notifications, phases } = tools
  const record = recordOf(pendingOf('', target, preview, at))
  tellLost(context, { address: target.address, record }, at)
  if (!isShown) {
    review()
    notifications.toast(toastWords.maybeSent, { type: 'error' })
    return
  }
  state.transaction = { ...sentOf(tools, undefined, target, preview), reason: errorWords(toError(cause)) }
  phases.to('undecided')
  mayHaveLeft()
}

function tellFailure({ context, log }: SenderTools, { target, preview }: Asked, cause: unknown): void {
  const facts = { ...factsOf({ ...target, ...preview }), message: toError(cause).shortMessage }
  if (isUserRejection(cause)) context.emit(SendRejected, facts)
  else {
    log.warn('A send failed.', cause)
    context.emit(SendFailed, facts)
  }
}

/** The user has read that an earlier one may have been sent, has looked, and sent again: it is told no more. */
function settleRepeated(
  tools: SenderTools,
  { target, preview: { receiver, warnings } }: Pick<CheckedSend, 'target' | 'preview'>,
): void {
  const toldAt = repeatToldAt(warnings)
  if (toldAt === undefined) return
  const { networkId, address } = target
  tools.unanswered.settle({ networkId, address, to: receiver.address }, toldAt, addressRule(tools, target))
}

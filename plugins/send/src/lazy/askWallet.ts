import { errorWords, isUserRejection } from '@latchkey/kernel/plugin'
import type { NavigationService } from '@latchkey/kernel/wallet'
import { outcomeOf, tellLost, tellSubmitted } from '@latchkey/kernel/transaction'
import type { PreparedSend, SubmittedTransaction } from '@latchkey/kernel/contracts'
import { SendFailed, type SendFacts, SendInitiated, SendRejected } from '../events.js'
import { SendProgressRoute } from '../routes.js'
import type { SendPreview, SendTarget } from '../Sender.js'
import type { ConfirmationOptions } from './createConfirmation.js'
import { factsOf } from './createFollower.js'
import { toError } from './createReceiverField.js'
import { pendingOf } from './pendingOf.js'
import { leaveProgress, showProgress } from './progressView.js'
import { recordOf } from './recordOf.js'
import { addressRule, type SenderTools } from './SenderTools.js'
import { repeatToldAt } from './reviewUnanswered.js'
import { sentOf } from './sentOf.js'
import { toastWords } from './toastWords.js'
import type { AskedRequest } from './unansweredSends.js'

/** What the wallet is asked. */
export interface WalletQuestion {
  readonly prepared: PreparedSend
  readonly target: SendTarget
  readonly preview: SendPreview
  /** Whether the person still waits for its answer. */
  isShown(): boolean
}

interface WalletRequest extends WalletQuestion {
  readonly facts: SendFacts
  readonly askedAt: number
  readonly approval: ReturnType<NavigationService['requestApproval']>
  readonly asked: AskedRequest
}

/** Hands one prepared send to the wallet, once, and takes up whatever it answers. */
export async function askWallet(options: ConfirmationOptions, question: WalletQuestion): Promise<void> {
  const { tools, previewer } = options
  const { state, context, navigation, clock } = tools
  const { prepared, target, preview } = question
  previewer.pause()
  state.phase = 'signing'
  state.error = undefined
  state.notice = undefined
  const facts = factsOf({ ...target, ...preview })
  const askedAt = clock.now()
  context.emit(SendInitiated, facts)
  const { networkId, address } = target
  const { amount, receiver } = preview
  const asked = tools.unanswered.ask({ networkId, address, to: receiver.address, amount })
  const approval = navigation.requestApproval(
    navigation.draws(SendProgressRoute.name) ? { view: SendProgressRoute } : {},
  )
  const request: WalletRequest = { ...question, facts, askedAt, approval, asked }
  let transaction: SubmittedTransaction
  try {
    transaction = await prepared.submit()
  } catch (cause) {
    takeFailure(options, request, cause)
    return
  }
  takeTransaction(options, request, transaction)
}

/** From here on it is sent: nothing that fails below may lead back to a button that sends. */
function takeTransaction(
  options: ConfirmationOptions,
  { target, preview, askedAt, approval, isShown, asked }: WalletRequest,
  transaction: SubmittedTransaction,
): void {
  const { tools, follower } = options
  const { state, context, navigation, notifications, clock } = tools
  settleRepeated(tools, target, preview)
  if (isShown()) {
    state.transaction = sentOf(tools, transaction.id, target, preview)
    state.phase = 'pending'
    asked.forget()
  } else {
    notifications.toast(toastWords.sentAfterAll, { type: 'success' })
    asked.sentAfterAll()
    options.review()
  }
  const send = pendingOf(transaction.id, target, preview, clock.now())
  tellSubmitted(context, { address: target.address, record: recordOf(send) }, transaction, askedAt)
  options.submitted(target, preview, isShown())
  approval.settle('success')
  // Also for a person who went back while the wallet was open.
  if (isShown()) {
    showProgress(navigation)
    options.answered()
  }
  follower.follow(send, transaction)
}

/** The wallet declined or failed, before it had the request or after. */
function takeFailure(options: ConfirmationOptions, request: WalletRequest, cause: unknown): void {
  const { tools } = options
  const { prepared, approval } = request
  tellFailure(tools, cause, request.facts)
  const isSafe = outcomeOf(cause, prepared) === 'nothing'
  if (isSafe) request.asked.forget()
  else recordLoss(tools, request)
  if (!request.isShown()) {
    options.review()
    if (!isSafe) tools.notifications.toast(toastWords.maybeSent, { type: 'error' })
    return
  }
  if (!isSafe) {
    approval.settle('error', cause)
    showLoss(options, request, cause)
    return
  }
  returnToPreview(options, cause)
  approval.settle(isUserRejection(cause) ? 'cancel' : 'error', cause)
  leaveProgress(tools.navigation)
  options.answered()
}

function tellFailure({ context, log }: SenderTools, cause: unknown, facts: SendFacts): void {
  const message = toError(cause).shortMessage
  if (isUserRejection(cause)) context.emit(SendRejected, { ...facts, message })
  else {
    log.warn('A send failed.', cause)
    context.emit(SendFailed, { ...facts, message })
  }
}

/** What is known stands in the activity, until the history names the transaction or nobody expects it any more. */
function recordLoss({ context }: SenderTools, { target, preview, askedAt }: WalletRequest): void {
  const record = recordOf(pendingOf('', target, preview, askedAt))
  tellLost(context, { address: target.address, record }, askedAt)
}

/** The wallet had the request, and has named no transaction: nobody can say whether money left. */
function showLoss(options: ConfirmationOptions, { target, preview }: WalletRequest, cause: unknown): void {
  const { state, navigation } = options.tools
  state.transaction = {
    ...sentOf(options.tools, undefined, target, preview),
    reason: errorWords(toError(cause)),
  }
  state.phase = 'undecided'
  options.mayHaveLeft()
  showProgress(navigation)
  options.answered()
}

/** The user has read that an earlier one may have been sent, has looked, and sent again: it is told no more. */
function settleRepeated(tools: SenderTools, target: SendTarget, { receiver, warnings }: SendPreview): void {
  const toldAt = repeatToldAt(warnings)
  if (toldAt === undefined) return
  const { networkId, address } = target
  tools.unanswered.settle({ networkId, address, to: receiver.address }, toldAt, addressRule(tools, target))
}

/** The preview may be confirmed again. */
function returnToPreview({ tools: { state }, previewer, review }: ConfirmationOptions, cause: unknown): void {
  state.phase = 'ready'
  if (isUserRejection(cause)) state.notice = 'declined'
  else state.error = toError(cause)
  review()
  previewer.keepFresh()
}

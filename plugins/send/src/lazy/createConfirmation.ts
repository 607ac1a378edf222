import {
  AccountRoute,
  errorWords,
  isUserRejection,
  type PreparedSend,
  type SubmittedTransaction,
  tellLost,
  tellSubmitted,
} from '@latchkey/kernel/plugin'
import { SendFailed, type SendFacts, SendInitiated, SendRejected } from '../events.js'
import { SendPreviewRoute, SendProgressRoute, SendRoute, SendSelectTokenRoute } from '../routes.js'
import type { SendPreview, SendTarget } from '../Sender.js'
import { compareToShown } from './compareToShown.js'
import { factsOf, type Follower } from './createFollower.js'
import type { Previewer } from './createPreviewer.js'
import { toError } from './createReceiverField.js'
import { pendingOf } from './pendingOf.js'
import { recordOf } from './recordOf.js'
import { sendError } from './sendErrors.js'
import type { SenderTools } from './SenderTools.js'
import { sentOf } from './sentOf.js'
import { toastWords } from './toastWords.js'

const ownViews: readonly string[] = [
  SendRoute,
  SendSelectTokenRoute,
  SendPreviewRoute,
  SendProgressRoute,
].map(({ name }) => name)

export interface ConfirmationOptions {
  readonly tools: SenderTools
  readonly previewer: Previewer
  readonly follower: Follower
  /** The chain has the transaction. @param isCurrent Whether it is the draft's, which has done its service then. */
  submitted(target: SendTarget, preview: SendPreview, isCurrent: boolean): void
  /** The wallet was asked and did not say what it did: the draft has done its service. */
  mayHaveLeft(): void
  /** The wallet has answered, whatever it was: what changed meanwhile can be taken up. */
  answered(): void
}

export interface Confirmation {
  confirm(shown?: SendPreview): Promise<void>
  /** Stops waiting for the wallet's answer; one that comes late is followed all the same. */
  forget(): void
}

/** Asks the wallet once, and has what it sent followed until the chain has decided. */
export function createConfirmation(options: ConfirmationOptions): Confirmation {
  const { tools, previewer } = options
  const { state, context, navigation, notifications, log, clock } = tools
  let running: Promise<void> | undefined
  /** The request whose answer is shown. */
  let shown: symbol | undefined

  async function ask(pressed: SendPreview | undefined): Promise<void> {
    const held = previewer.current()
    const onScreen = pressed ?? state.preview
    if (state.phase !== 'ready' || !held || !state.preview) throw sendError('SEND_NOT_PREPARED')
    const isThere = held.isFresh || (await previewer.refresh())
    if (!isThere || !state.preview) return
    // What the person has read may not hold any more, however it came to be replaced; then it is read again.
    const change = previewer.read() ?? (onScreen && compareToShown(onScreen, state.preview))
    if (change) {
      state.notice = change
      return
    }
    const current = previewer.current()
    const { preview } = state
    if (current && preview && state.phase === 'ready')
      await askWallet(current.prepared, current.target, preview)
  }

  async function askWallet(prepared: PreparedSend, target: SendTarget, preview: SendPreview): Promise<void> {
    const own = Symbol()
    shown = own
    previewer.pause()
    state.phase = 'signing'
    state.error = undefined
    state.notice = undefined
    const facts = factsOf({ ...target, ...preview })
    const askedAt = clock.now()
    context.emit(SendInitiated, facts)
    const approval = navigation.requestApproval(
      navigation.draws(SendProgressRoute.name) ? { view: SendProgressRoute } : {},
    )
    const isShown = () => shown === own
    let transaction: SubmittedTransaction
    try {
      transaction = await prepared.submit()
    } catch (cause) {
      tell(cause, facts)
      const isSafe = isUserRejection(cause) || prepared.isHandedOver?.() === false
      if (!isSafe) recordLoss(target, preview, askedAt)
      if (!isShown()) return isSafe ? undefined : warnOfLoss()
      if (!isSafe) {
        approval.settle('error', cause)
        showLoss(cause, target, preview)
        return
      }
      decline(cause)
      approval.settle(isUserRejection(cause) ? 'cancel' : 'error', cause)
      leaveProgress()
      options.answered()
      return
    }
    // From here on it is sent: nothing that fails below may lead back to a button that sends.
    if (isShown()) {
      state.transaction = sentOf(tools, transaction.id, target, preview)
      state.phase = 'pending'
    } else notifications.toast(toastWords.sentAfterAll, { type: 'success' })
    const send = pendingOf(transaction.id, target, preview, clock.now())
    tellSubmitted(context, { address: target.address, record: recordOf(send) }, transaction, askedAt)
    options.submitted(target, preview, isShown())
    approval.settle('success')
    // Also for whoever went back while the wallet was open.
    if (isShown()) {
      showProgress()
      options.answered()
    }
    options.follower.follow(send, transaction)
  }

  function tell(cause: unknown, facts: SendFacts): void {
    const message = toError(cause).shortMessage
    if (isUserRejection(cause)) context.emit(SendRejected, { ...facts, message })
    else {
      log.warn('A send failed.', cause)
      context.emit(SendFailed, { ...facts, message })
    }
  }

  /** The wallet had the request, and has named no transaction: nobody can say whether money left. */
  function showLoss(cause: unknown, target: SendTarget, preview: SendPreview): void {
    state.transaction = { ...sentOf(tools, undefined, target, preview), reason: errorWords(toError(cause)) }
    state.phase = 'undecided'
    options.mayHaveLeft()
    showProgress()
    options.answered()
  }

  /** What is known stands in the activity, until the history names the transaction or nobody expects it any more. */
  function recordLoss(target: SendTarget, preview: SendPreview, askedAt: number): void {
    const record = recordOf(pendingOf('', target, preview, askedAt))
    tellLost(context, { address: target.address, record }, askedAt)
  }

  function warnOfLoss(): void {
    notifications.toast(toastWords.maybeSent, { type: 'error' })
  }

  /** Back to the preview, which may be confirmed again. */
  function decline(cause: unknown): void {
    state.phase = 'ready'
    if (isUserRejection(cause)) state.notice = 'declined'
    else state.error = toError(cause)
    previewer.keepFresh()
  }

  function leaveProgress(): void {
    if (navigation.state.entries.at(-1)?.name !== SendProgressRoute.name) return
    if (!navigation.backTo(SendPreviewRoute)) navigation.replace(SendPreviewRoute)
  }

  function showProgress(): void {
    const view = navigation.state.entries.at(-1)?.name
    if (view !== undefined && ownViews.includes(view)) navigation.reset(SendProgressRoute)
  }

  return {
    confirm(pressed) {
      // Pressed twice, mounted twice, or come back to while the wallet is open: one request.
      if (state.phase !== 'ready' && state.transaction) return Promise.resolve()
      if (running) return running
      const own = ask(pressed).finally(() => {
        if (running === own) running = undefined
      })
      running = own
      return own
    },
    forget() {
      if (state.phase !== 'signing') return
      shown = undefined
      running = undefined
      previewer.drop()
      state.phase = 'editing'
      options.answered()
      const view = navigation.state.entries.at(-1)?.name
      if (view !== SendProgressRoute.name && view !== SendPreviewRoute.name) return
      if (!navigation.backTo(SendRoute)) navigation.replace(AccountRoute)
    },
  }
}

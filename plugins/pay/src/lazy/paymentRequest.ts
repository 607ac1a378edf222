import type { SubmittedTransaction } from '@latchkey/kernel/contracts'
import {
  askedWallet,
  CallsPartlySentError,
  type OpenTransfer,
  outcomeOf,
  type RequestFailure,
  tellLost,
  tellSubmitted,
  type WalletRequest,
} from '@latchkey/kernel/transaction'
import { isUserRejection } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import type { ReadBill } from '../bill/readBill.js'
import { PayFailed, PayInitiated } from '../events.js'
import { PayLoadingRoute } from '../routes.js'
import { askTransfer } from './askTransfer.js'
import type { ConfirmationOptions } from './createConfirmation.js'
import { recordOf } from './createFollower.js'
import { factsOf, type PayerTools } from './PayerTools.js'
import { repeatToldAt } from './noticesOfRepeats.js'
import { type Payment, paymentOf } from './payments.js'
import type { PreparedPayment } from './preparePayment.js'
import { decline, leaveProgress, showProgress } from './showProgress.js'
import { submitPayment } from './submitPayment.js'

/** A checked payment as the wallet is asked for it, and what becomes of whatever the wallet answers. */
export function paymentRequest(
  options: ConfirmationOptions,
  read: ReadBill,
  prepared: PreparedPayment,
): WalletRequest<SubmittedTransaction> {
  const { tools, payments } = options
  const { state, context, clock, phases } = tools
  const { wallet } = prepared
  const asked: Payment = {
    ...paymentOf(read, clock.now()),
    phase: 'asked',
    payer: wallet.account.address,
    connectionId: wallet.target.connectionId,
    ...(prepared.calls ? { isCalls: true } : {}),
  }
  const progress = { last: -1 }
  let transfer: OpenTransfer | undefined
  return {
    wallet: askedWallet(tools.wallets, wallet),
    view: {
      route: PayLoadingRoute,
      show: () => showProgress(tools),
      leave: () => leaveProgress(tools),
    },
    asking() {
      // A page that is left meanwhile must not ask again.
      payments.put(asked)
      transfer = askTransfer(tools.unanswered, asked, wallet.account.address)
      phases.to('asking')
      Object.assign(state, { error: undefined, notice: undefined })
      context.emit(PayInitiated, factsOf(read))
    },
    submit: () => submitPayment(tools, prepared, progress),
    outcomeOf: (cause) => (hasPaidNothing(prepared, cause, progress.last) ? 'nothing' : 'unknown'),
    sent(submitted, isShown) {
      take(options, asked, prepared, submitted)
      settleRepeated(tools, asked, prepared)
      if (isShown()) transfer?.forget()
      else transfer?.sentAfterAll()
    },
    failed(failure) {
      if (failure.outcome === 'nothing') transfer?.forget()
      takeFailure(options, { read, asked, prepared }, failure)
    },
  }
}

/** The wallet has sent it. Nothing from here on may lead back to a button that pays. */
function take(
  { tools, payments, follower, show }: ConfirmationOptions,
  asked: Payment,
  { send }: PreparedPayment,
  submitted: SubmittedTransaction,
): void {
  const sent: Payment = { ...asked, phase: 'sent', transaction: submitted.id }
  payments.put(sent)
  if (send) {
    const told = { address: asked.payer ?? '', record: recordOf(sent) }
    tellSubmitted(tools.context, told, submitted, asked.at)
  }
  show(sent)
  void submitted.trail?.then((trail) => {
    const now = payments.find(asked.billId)
    if (trail !== undefined && now?.phase === 'sent') payments.put({ ...now, trail })
  })
  follower.follow(sent, submitted)
}

/** The user has read that an earlier one may have been sent, has looked, and paid again: it is told no more. */
function settleRepeated(
  { unanswered }: PayerTools,
  asked: Payment,
  { preview, wallet }: PreparedPayment,
): void {
  const toldAt = repeatToldAt(preview)
  if (toldAt === undefined) return
  const { networkId, receiver: to } = asked
  const { address } = wallet.account
  unanswered.settle({ networkId, address, to }, toldAt, wallet.contribution.isSameAddress)
}

interface AskedPayment {
  readonly read: ReadBill
  readonly asked: Payment
  readonly prepared: PreparedPayment
}

function takeFailure(
  { tools, payments, show }: ConfirmationOptions,
  { read, asked, prepared }: AskedPayment,
  { cause, outcome, isShown }: RequestFailure,
): void {
  const { context, log } = tools
  const isSafe = outcome === 'nothing'
  if (isSafe) payments.remove(asked.billId)
  else if (prepared.send) tellLost(context, { address: asked.payer ?? '', record: recordOf(asked) }, asked.at)
  if (!isUserRejection(cause)) {
    log.warn('A payment failed.', cause)
    context.emit(PayFailed, { ...factsOf(read), message: kernelErrorFrom(cause).shortMessage })
  }
  if (!isShown) return
  if (isSafe) decline(tools, cause)
  else show(asked)
}

/** Whether the bill was certainly not paid by a request that failed. */
function hasPaidNothing({ send, calls }: PreparedPayment, cause: unknown, lastStep: number): boolean {
  if (outcomeOf(cause, send ?? calls) !== 'unknown') return true
  // Of several steps the last one pays.
  return cause instanceof CallsPartlySentError && lastStep < (calls?.steps ?? 1) - 1
}

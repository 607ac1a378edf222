import { CallsPartlySentError, outcomeOf, tellLost, tellSubmitted } from '@latchkey/kernel/transaction'
import { isUserRejection } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import type { SubmittedTransaction } from '@latchkey/kernel/contracts'
import type { ReadBill } from '../bill/readBill.js'
import { PayFailed, PayInitiated } from '../events.js'
import type { PaymentPreview } from '../Payer.js'
import { PayLoadingRoute } from '../routes.js'
import { checkEnd, checkSwapTime } from './billTime.js'
import { type Follower, recordOf } from './createFollower.js'
import type { SwapFirst } from './createSwapFirst.js'
import { inTurn } from './inTurn.js'
import { payError } from './payErrors.js'
import { factsOf, type PayerTools } from './PayerTools.js'
import { type Payment, type Payments, paymentOf } from './payments.js'
import type { PreparedPayment } from './preparePayment.js'
import { decline, leaveProgress, showProgress } from './showProgress.js'
import { submitPayment } from './submitPayment.js'

/** Milliseconds after which a payment is checked again before the wallet opens: prices of swaps move quicker than fees. */
const freshTime = { asset: 60_000, swap: 20_000 } as const

export interface ConfirmationOptions {
  readonly tools: PayerTools
  readonly payments: Payments
  readonly follower: Follower
  current(): { readonly read: ReadBill; readonly prepared: PreparedPayment | undefined } | undefined
  /** Checks the payment again by the same way. `undefined` when that failed. */
  renew(): Promise<PreparedPayment | undefined>
  /** Shows what is known of a payment. */
  show(payment: Payment): void
  readonly swapFirst: SwapFirst
}

export interface Confirmation {
  confirm(shown?: PaymentPreview): Promise<void>
  forget(): void
}

/** What is under way. */
interface Requests {
  running: Promise<void> | undefined
  /** The request whose answer is shown. */
  shown: symbol | undefined
}

/** Asks the wallet once for each bill, whatever number of tabs and presses there are. */
export function createConfirmation(options: ConfirmationOptions): Confirmation {
  const { state } = options.tools
  const requests: Requests = { running: undefined, shown: undefined }
  return {
    confirm(shown) {
      if (requests.running) return requests.running
      const own = check(options, requests, shown)
        .catch((cause: unknown) => {
          state.error = kernelErrorFrom(cause)
          throw cause
        })
        .finally(() => {
          if (requests.running === own) requests.running = undefined
        })
      requests.running = own
      return own
    },
    forget() {
      const now = options.current()
      const known = now && options.payments.find(now.read.bill.id)
      if (state.phase !== 'asking') return
      requests.shown = undefined
      requests.running = undefined
      if (known) options.show(known)
      else if (now) options.swapFirst.forget(now.read.bill.id)
    },
  }
}

async function check(
  options: ConfirmationOptions,
  requests: Requests,
  shown: PaymentPreview | undefined,
): Promise<void> {
  const { state, clock, context } = options.tools
  const now = options.current()
  if (!now?.prepared || state.phase !== 'ready') throw payError('PAY_NOT_PREPARED')
  const { preview } = now.prepared
  const onScreen = shown ?? preview
  const isFresh = clock.now() - preview.preparedAt < freshTime[preview.way.kind]
  const prepared = isFresh ? now.prepared : await options.renew()
  if (!prepared) return
  if (isWorse(onScreen, prepared.preview)) {
    state.notice = 'changed'
    return
  }
  const { id } = now.read.bill
  const isSwapFirst = prepared.preview.isSwapFirst
  if (isSwapFirst && options.swapFirst.isAsking(id)) throw payError('PAY_SWAP_OPEN')
  // Another tab may have held this up for long.
  const isCurrent = () => options.current()?.prepared === prepared && state.phase === 'ready'
  const isFree = await inTurn(`latchkey.pay ${id}`, context.signal, async () => {
    if (!isCurrent() || !mayAsk(options, now.read, prepared)) return false
    if (!isSwapFirst) await ask(options, requests, now.read, prepared)
    return true
  })
  // Its own turn: a wallet that doesn't answer a swap must not hold up a payment by another way.
  if (!isFree || !isSwapFirst) return
  await inTurn(`latchkey.pay.swap ${id}`, context.signal, async () => {
    if (isCurrent()) await options.swapFirst.ask(now.read, prepared, onScreen)
  })
}

/** @throws BaseError `PAY_BILL_ENDED`, `PAY_ENDED_SWAPPED`, `PAY_SWAP_LATE` */
function mayAsk(
  { tools, payments, show, follower, swapFirst }: ConfirmationOptions,
  read: ReadBill,
  { preview: { way, isAtomic, isSwapFirst } }: PreparedPayment,
): boolean {
  const { bill } = read
  const known = payments.find(bill.id)
  if (known && known.phase !== 'failed') {
    // Another tab, or an earlier press, has asked for it.
    show(known)
    if (known.phase === 'sent' || known.phase === 'linked') follower.follow(known)
    return false
  }
  checkEnd(tools, read, swapFirst.hasSwapped(bill.id) ? 'swapped' : 'unpaid', way.balance)
  // An earlier swap of the bill is shown instead, however late it is.
  if (way.kind === 'swap' && !isAtomic && !isSwapFirst) checkSwapTime(tools, read)
  return true
}

async function ask(
  options: ConfirmationOptions,
  requests: Requests,
  read: ReadBill,
  prepared: PreparedPayment,
): Promise<void> {
  const { state, context, navigation, clock } = options.tools
  const { wallet } = prepared
  const own = Symbol()
  requests.shown = own
  const isShown = () => requests.shown === own
  const asked: Payment = {
    ...paymentOf(read, clock.now()),
    phase: 'asked',
    payer: wallet.account.address,
    connectionId: wallet.target.connectionId,
    ...(prepared.calls ? { isCalls: true } : {}),
  }
  // Before the wallet knows of it: a page that is left meanwhile must not ask again.
  options.payments.put(asked)
  Object.assign(state, { phase: 'asking', error: undefined, notice: undefined })
  context.emit(PayInitiated, factsOf(read))
  const approval = navigation.requestApproval(
    navigation.draws(PayLoadingRoute.name) ? { view: PayLoadingRoute } : {},
  )
  const progress = { last: -1 }
  try {
    const submitted = await submitPayment(options.tools, prepared, progress)
    take(options, asked, prepared, submitted)
    approval.settle('success')
    if (isShown()) showProgress(options.tools)
  } catch (cause) {
    const isSafe = refuse(options, { read, asked, prepared }, cause, progress.last)
    if (!isShown()) return
    if (isSafe) decline(options.tools, cause)
    else options.show(asked)
    approval.settle(isUserRejection(cause) ? 'cancel' : 'error', cause)
    if (isSafe) leaveProgress(options.tools)
    else showProgress(options.tools)
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

/** @returns Whether nothing was paid for certain. */
function refuse(
  { tools, payments }: ConfirmationOptions,
  {
    read,
    asked,
    prepared,
  }: { readonly read: ReadBill; readonly asked: Payment; readonly prepared: PreparedPayment },
  cause: unknown,
  lastStep: number,
): boolean {
  const { context, log } = tools
  const isSafe = hasPaidNothing(prepared, cause, lastStep)
  if (isSafe) payments.remove(asked.billId)
  else if (prepared.send) tellLost(context, { address: asked.payer ?? '', record: recordOf(asked) }, asked.at)
  if (!isUserRejection(cause)) {
    log.warn('A payment failed.', cause)
    context.emit(PayFailed, { ...factsOf(read), message: kernelErrorFrom(cause).shortMessage })
  }
  return isSafe
}

/** Whether the bill was certainly not paid by a request that failed. */
function hasPaidNothing({ send, calls }: PreparedPayment, cause: unknown, lastStep: number): boolean {
  if (outcomeOf(cause, send ?? calls) !== 'unknown') return true
  // Of several steps the last one pays.
  return cause instanceof CallsPartlySentError && lastStep < (calls?.steps ?? 1) - 1
}

/** A fee may rise by a quarter unseen, as prices of blocks do; what is sold may not rise by a thousandth. */
function isWorse(shown: PaymentPreview, now: PaymentPreview): boolean {
  if (shown === now) return false
  const isOther = shown.pays.value !== now.pays.value || shown.receiver !== now.receiver
  const codes = new Set(shown.notices.map(({ code }) => code))
  const isWarned = now.notices.some(({ severity, code }) => severity === 'warning' && !codes.has(code))
  const isDearer = now.fee.value * 4n > shown.fee.value * 5n
  const sellsMore = (now.sells?.value ?? 0n) * 1000n > (shown.sells?.value ?? 0n) * 1001n
  return isOther || isWarned || isDearer || sellsMore || shown.steps !== now.steps
}

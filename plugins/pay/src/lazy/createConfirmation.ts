import { type Danger, inOneTab, refuseUnaccepted } from '@latchkey/kernel/transaction'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import type { ReadBill } from '../bill/readBill.js'
import { paymentDangers } from '../paymentDangers.js'
import type { PaymentPreview } from '../Payer.js'
import { checkEnd, checkSwapTime } from './billTime.js'
import type { Follower } from './createFollower.js'
import type { SwapFirst } from './createSwapFirst.js'
import { isSameRepeat, noticesOfRepeats, repeatToldAt } from './noticesOfRepeats.js'
import { payError } from './payErrors.js'
import { paymentRequest } from './paymentRequest.js'
import type { PayerTools } from './PayerTools.js'
import type { Payment, Payments } from './payments.js'
import type { PreparedPayment } from './preparePayment.js'
import { showProgress } from './showProgress.js'

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
  confirm(shown?: PaymentPreview, accepted?: readonly Danger[]): Promise<void>
  forget(): void
}

/** One bill is confirmed at a time. */
const subject = 'pay'

/** Asks the wallet once for each bill, whatever number of tabs and presses there are. */
export function createConfirmation(options: ConfirmationOptions): Confirmation {
  const { state, flow } = options.tools
  return {
    confirm: (shown, accepted) =>
      flow.press(subject, () =>
        check(options, shown, accepted).catch((cause: unknown) => {
          state.error = kernelErrorFrom(cause)
          throw cause
        }),
      ),
    forget() {
      const now = options.current()
      const known = now && options.payments.find(now.read.bill.id)
      if (state.phase !== 'asking') return
      flow.forget(subject)
      if (now) flow.forget(now.read.bill.id)
      // One that failed is over: what is asked for now is the swap before the next.
      if (known && known.phase !== 'failed') {
        options.show(known)
        // A view of its own: the late answer takes away the one that waited for it.
        showProgress(options.tools)
      } else if (now) options.swapFirst.forget(now.read.bill.id)
    },
  }
}

async function check(
  options: ConfirmationOptions,
  shown: PaymentPreview | undefined,
  accepted: readonly Danger[] | undefined,
): Promise<void> {
  const { state, clock, context, flow } = options.tools
  const now = options.current()
  if (!now?.prepared || state.phase !== 'ready') throw payError('PAY_NOT_PREPARED')
  const { preview } = now.prepared
  const onScreen = shown ?? preview
  const isFresh =
    clock.now() - preview.preparedAt < freshTime[preview.way.kind] &&
    isAsTold(options.tools, now.read, now.prepared)
  const prepared = isFresh ? now.prepared : await options.renew()
  if (!prepared) return
  if (isWorse(onScreen, prepared.preview)) {
    state.notice = 'changed'
    return
  }
  const refusal = refuseUnaccepted(paymentDangers(prepared.preview), accepted)
  if (refusal) throw refusal
  const { id } = now.read.bill
  const isSwapFirst = prepared.preview.isSwapFirst
  if (isSwapFirst && options.swapFirst.isAsking(id)) throw payError('PAY_SWAP_OPEN')
  // Another tab may have held this up for long.
  const isCurrent = () => options.current()?.prepared === prepared && state.phase === 'ready'
  const turn = await inOneTab(`latchkey.pay ${id}`, context.signal, async () => {
    if (!isCurrent() || !mayAsk(options, now.read, prepared)) return 'over'
    if (!isAsTold(options.tools, now.read, prepared)) return 'outdated'
    if (!isSwapFirst) await flow.ask(id, paymentRequest(options, now.read, prepared))
    return 'free'
  })
  if (turn === 'outdated') return check(options, onScreen, accepted)
  // Its own turn: a wallet that doesn't answer a swap must not hold up a payment by another way.
  if (turn === 'over' || !isSwapFirst) return
  await inOneTab(`latchkey.pay.swap ${id}`, context.signal, async () => {
    if (isCurrent()) await options.swapFirst.ask(now.read, prepared, onScreen)
  })
}

/** Whether what the preview says of earlier transfers still holds: another tab may have asked, and a wallet answered. */
const isAsTold = (tools: PayerTools, read: ReadBill, { wallet, preview }: PreparedPayment): boolean =>
  preview.isSwapFirst || isSameRepeat(preview.notices, noticesOfRepeats(tools, wallet, read))

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

/** A fee may rise by a quarter unseen, as prices of blocks do; what is sold may not rise by a thousandth. */
function isWorse(shown: PaymentPreview, now: PaymentPreview): boolean {
  if (shown === now) return false
  const isOther = shown.pays.value !== now.pays.value || shown.receiver !== now.receiver
  const codes = new Set(shown.notices.map(({ code }) => code))
  const isRepeated = repeatToldAt(now) !== undefined && !isSameRepeat(shown.notices, now.notices)
  const isWarned = now.notices.some(({ severity, code }) => severity === 'warning' && !codes.has(code))
  const isDearer = now.fee.value * 4n > shown.fee.value * 5n
  const sellsMore = (now.sells?.value ?? 0n) * 1000n > (shown.sells?.value ?? 0n) * 1001n
  return isOther || isWarned || isRepeated || isDearer || sellsMore || shown.steps !== now.steps
}

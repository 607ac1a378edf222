import type { CallsDecision, SendDecision, SubmittedTransaction } from '@latchkey/kernel/contracts'
import { decisionWords, outcomeOf } from '@latchkey/kernel/transaction'
import { isUserRejection, type Words } from '@latchkey/kernel/plugin'
import { kernelErrorFrom } from '@latchkey/kernel/wallet'
import type { ReadBill } from '../bill/readBill.js'
import type { PaymentPreview } from '../Payer.js'
import { PayLoadingRoute, PayReviewRoute } from '../routes.js'
import { checkSwapTime } from './billTime.js'
import { explorerUrl, openTransaction } from './createFollower.js'
import { payError } from './payErrors.js'
import type { PayerTools } from './PayerTools.js'
import type { PreparedPayment } from './preparePayment.js'
import { decline, leaveProgress, showProgress } from './showProgress.js'
import { submitPayment } from './submitPayment.js'
import type { AskedSwap, Swaps } from './swaps.js'

export interface SwapFirstOptions {
  readonly tools: PayerTools
  readonly swaps: Swaps
  /** The bill on screen. */
  shown(): ReadBill | undefined
  /** Back to the choice, with what is held now. */
  restart(): void
  /** Reads again what the bill can be paid with. */
  reload(): void
  /** Checks the swap again by the same way. */
  renew(): Promise<unknown>
  /** Checks the payment with what the swap has brought. `short`: there isn't enough of it. `refused`: it failed otherwise, or the person has left. */
  prepareAsset(payer: string): Promise<'ready' | 'short' | 'refused'>
}

/** The swap before a payment: sold once, whatever wallets, tabs and reloads do. */
export interface SwapFirst {
  /** Asks the wallet, unless there may have been an earlier swap for the bill that the person hasn't seen. */
  ask(read: ReadBill, prepared: PreparedPayment, onScreen: PaymentPreview): Promise<void>
  /** Whether a swap for the bill was confirmed, in this page or another one. */
  hasSwapped(billId: string): boolean
  /** Whether a wallet of this page has a request for the bill that it hasn't answered. */
  isAsking(billId: string): boolean
  /** Shows a swap that the chain still has, or the payment with what it brought. False when there is none. */
  resume(billId: string): boolean
  /** Shows what may still happen with an earlier swap for the bill on screen. */
  tell(billId: string, reason?: Words): void
  /** The page stops waiting for the wallet. What it does later is still followed. */
  forget(billId: string): void
}

interface Parts extends SwapFirstOptions {
  /** Bills whose swap a wallet hasn't answered. */
  readonly asking: Set<string>
  readonly followed: Set<string>
  /** The request whose answer is shown. */
  request: symbol | undefined
}

export function createSwapFirst(options: SwapFirstOptions): SwapFirst {
  const parts: Parts = {
    ...options,
    asking: new Set(),
    followed: new Set(),
    request: undefined,
  }
  const { tools } = options
  return {
    ask: (read, prepared, onScreen) => askOnce(parts, read, prepared, onScreen),
    hasSwapped: (billId) => parts.swaps.find(billId)?.phase === 'done',
    isAsking: (billId) => parts.asking.has(billId),
    resume(billId) {
      const swap = parts.swaps.find(billId)
      if (swap?.phase === 'sent') {
        showSwapping(parts, swap)
        void follow(parts, swap)
        return true
      }
      if (swap?.phase !== 'done' || swap.isSpent || !tools.state.target) return false
      showSwapping(parts, swap)
      void payWithSwapped(parts, swap)
      return true
    },
    tell: (billId, reason) => tell(parts, billId, reason),
    forget(billId) {
      parts.request = undefined
      parts.restart()
      tell(parts, billId)
    },
  }
}

function tell({ tools, swaps, shown }: Parts, billId: string, reason?: Words): void {
  if (shown()?.bill.id !== billId) return
  const swap = swaps.find(billId)
  tools.state.swap =
    swap && swap.phase !== 'done'
      ? {
          status: swap.phase,
          explorerUrl: explorerUrl(tools, swap),
          ...(reason === undefined ? {} : { reason }),
        }
      : undefined
}

function showSwapping({ tools }: Parts, swap: AskedSwap): void {
  Object.assign(tools.state, {
    phase: 'swapping',
    swap: undefined,
    error: undefined,
    notice: undefined,
    explorerUrl: explorerUrl(tools, swap),
  })
  showProgress(tools)
}

async function askOnce(
  parts: Parts,
  read: ReadBill,
  prepared: PreparedPayment,
  onScreen: PaymentPreview,
): Promise<void> {
  const { swaps, renew } = parts
  const { id } = read.bill
  const earlier = swaps.find(id)
  if (earlier?.phase === 'sent') {
    showSwapping(parts, earlier)
    void follow(parts, earlier)
    return
  }
  const isTold = onScreen.isSecondSwap && prepared.earlier?.at === earlier?.at
  const { account, contribution } = prepared.wallet
  const isOwn =
    earlier?.asset === read.bill.asset && contribution.isSameAddress(earlier.payer, account.address)
  if (earlier?.phase === 'done' && isOwn && !(isTold && earlier.isSpent)) {
    showSwapping(parts, earlier)
    await payWithSwapped(parts, earlier)
    return
  }
  if (earlier && !isTold) {
    await renew()
    tell(parts, id)
    return
  }
  checkSwapTime(parts.tools, read)
  await ask(parts, read, prepared)
}

async function ask(parts: Parts, read: ReadBill, prepared: PreparedPayment): Promise<void> {
  const { tools, swaps, asking } = parts
  const { state, navigation, clock } = tools
  const { bill } = read
  const own = Symbol()
  parts.request = own
  const { target, account, networkId } = prepared.wallet
  const asked: AskedSwap = {
    ...{ billId: bill.id, asset: bill.asset, networkId, payer: account.address, phase: 'asked' },
    ...(target.connectionId === undefined ? {} : { connectionId: target.connectionId }),
    at: clock.now(),
  }
  // Stored before the wallet is asked: a page that is left in the meantime must not sell again.
  swaps.put(asked)
  asking.add(bill.id)
  Object.assign(state, { phase: 'asking', error: undefined, notice: undefined, swap: undefined })
  const approval = navigation.requestApproval(
    navigation.draws(PayLoadingRoute.name) ? { view: PayLoadingRoute } : {},
  )
  try {
    const submitted = await submitPayment(tools, prepared)
    const sent: AskedSwap = { ...asked, phase: 'sent', transaction: submitted.id }
    swaps.put(sent)
    approval.settle('success')
    if (parts.request === own) showSwapping(parts, sent)
    else tell(parts, bill.id)
    void follow(parts, sent, submitted)
  } catch (cause) {
    const isSafe = outcomeOf(cause, prepared.calls) === 'nothing'
    if (isSafe) swaps.remove(bill.id)
    else swaps.put({ ...asked, phase: 'unclear' })
    refuse(parts, bill.id, { cause, isSafe, isShown: parts.request === own })
    if (parts.request === own) approval.settle(isUserRejection(cause) ? 'cancel' : 'error', cause)
    if (isSafe && parts.request === own) leaveProgress(tools)
  } finally {
    asking.delete(bill.id)
  }
}

function refuse(
  parts: Parts,
  billId: string,
  {
    cause,
    isSafe,
    isShown,
  }: { readonly cause: unknown; readonly isSafe: boolean; readonly isShown: boolean },
): void {
  const { tools, restart } = parts
  if (!isUserRejection(cause)) tools.log.warn('A swap before a payment failed.', cause)
  if (isShown && isSafe) decline(tools, cause)
  if (isShown && !isSafe) {
    // It may have been sent: its price and its sum aren't those on screen any more.
    restart()
    tools.state.error = kernelErrorFrom(cause)
  }
  tell(parts, billId)
}

/** Follows a swap to its end, on screen or not. */
async function follow(parts: Parts, swap: AskedSwap, submitted?: SubmittedTransaction): Promise<void> {
  const { tools, swaps, followed, shown } = parts
  const { context, state, log } = tools
  const { billId } = swap
  if (followed.has(billId)) return
  followed.add(billId)
  const decision = await decide(parts, swap, submitted).catch((error: unknown) => {
    if (!context.signal.aborted) log.warn('The outcome of a swap could not be followed.', error)
    return undefined
  })
  followed.delete(billId)
  if (context.signal.aborted) return
  const isUnclear = !decision || decision.outcome !== undefined || isPartial(decision)
  if (swaps.find(billId)?.at === swap.at) {
    if (isUnclear) swaps.put({ ...swap, phase: 'unclear' })
    else if (decision.status === 'confirmed') swaps.put({ ...swap, phase: 'done' })
    else swaps.remove(billId)
  }
  if (shown()?.bill.id !== billId) return
  if (state.phase === 'swapping') return end(parts, swap, isUnclear ? 'unclear' : decision.status, decision)
  tell(parts, billId, decision && decisionWords(decision))
  parts.reload()
}

async function decide(
  { tools }: Parts,
  swap: AskedSwap,
  submitted: SubmittedTransaction | undefined,
): Promise<SendDecision | CallsDecision> {
  const transaction = submitted ?? (await openTransaction(tools, { ...swap, isCalls: true }))
  return transaction.wait(tools.context.signal)
}

const isPartial = (decision: SendDecision | CallsDecision) =>
  'isPartial' in decision && decision.isPartial === true

async function end(
  parts: Parts,
  swap: AskedSwap,
  ending: SendDecision['status'] | 'unclear',
  decision: SendDecision | undefined,
): Promise<void> {
  const { tools, restart, shown } = parts
  if (ending === 'confirmed') return payWithSwapped(parts, swap)
  restart()
  if (shown()?.bill.id !== swap.billId) return
  if (ending === 'failed') tools.state.error = payError('PAY_SWAP_FAILED')
  else tell(parts, swap.billId, decision && decisionWords(decision))
}

/** Shows the payment with what a swap has brought. What the account holds now decides, whatever the swap reported. */
async function payWithSwapped({ tools, swaps, prepareAsset }: Parts, swap: AskedSwap): Promise<void> {
  const { state, navigation } = tools
  const answer = await prepareAsset(swap.payer)
  const known = swaps.find(swap.billId)
  if (answer === 'short' && known?.phase === 'done') swaps.put({ ...known, isSpent: true })
  if (answer !== 'ready') return
  state.notice = 'swapped'
  if (navigation.state.entries.at(-1)?.name === PayLoadingRoute.name) navigation.replace(PayReviewRoute)
}

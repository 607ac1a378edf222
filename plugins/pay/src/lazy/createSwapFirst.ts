import type { CallsDecision, SendDecision, SubmittedTransaction } from '@latchkey/kernel/contracts'
import { decisionWords } from '@latchkey/kernel/transaction'
import type { Words } from '@latchkey/kernel/plugin'
import type { ReadBill } from '../bill/readBill.js'
import type { PaymentPreview } from '../Payer.js'
import { PayLoadingRoute, PayReviewRoute } from '../routes.js'
import { checkSwapTime } from './billTime.js'
import { explorerUrl, openTransaction } from './createFollower.js'
import type { Preparation } from './createPreparation.js'
import type { ShownBill } from './createShownBill.js'
import type { Ways } from './createWays.js'
import { payError } from './payErrors.js'
import type { PayerTools } from './PayerTools.js'
import type { PreparedPayment } from './preparePayment.js'
import { showProgress } from './showProgress.js'
import { swapRequest } from './swapRequest.js'
import type { AskedSwap, Swaps } from './swaps.js'

export interface SwapFirstOptions {
  readonly tools: PayerTools
  readonly swaps: Swaps
  readonly shown: ShownBill
  readonly ways: Ways
  readonly preparation: Preparation
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

export interface SwapFirstParts extends SwapFirstOptions {
  readonly followed: Set<string>
}

/** Names the swap for a bill beside the bill's payment. */
const subjectOf = (billId: string): string => `swap ${billId}`

export function createSwapFirst(options: SwapFirstOptions): SwapFirst {
  const parts: SwapFirstParts = { ...options, followed: new Set() }
  const { tools, swaps, preparation } = options
  const { flow, state } = tools
  return {
    ask: (read, prepared, onScreen) => askOnce(parts, read, prepared, onScreen),
    hasSwapped: (billId) => swaps.find(billId)?.phase === 'done',
    isAsking: (billId) => flow.isAsking(subjectOf(billId)),
    resume(billId) {
      const swap = swaps.find(billId)
      if (swap?.phase === 'sent') {
        showSwapping(parts, swap)
        void followSwap(parts, swap)
        return true
      }
      if (swap?.phase !== 'done' || swap.isSpent || !state.target) return false
      showSwapping(parts, swap)
      void payWithSwapped(parts, swap)
      return true
    },
    tell: (billId, reason) => tellSwap(parts, billId, reason),
    forget(billId) {
      flow.forget(subjectOf(billId))
      preparation.restart()
      tellSwap(parts, billId)
    },
  }
}

/** Shows what may still happen with an earlier swap, where its bill is on screen. */
export function tellSwap({ tools, swaps, shown }: SwapFirstOptions, billId: string, reason?: Words): void {
  if (!shown.isShown(billId)) return
  const swap = swaps.find(billId)
  tools.state.swap =
    swap && swap.phase !== 'done'
      ? {
          status: swap.phase,
          askedAt: swap.at,
          explorerUrl: explorerUrl(tools, swap),
          ...(reason === undefined ? {} : { reason }),
        }
      : undefined
}

/** The chain has the swap: nothing else can be paid meanwhile. */
export function markSwapping({ tools }: SwapFirstOptions, swap: AskedSwap): void {
  tools.phases.to('asking', 'swapping')
  Object.assign(tools.state, {
    ...{ swap: undefined, error: undefined, notice: undefined },
    explorerUrl: explorerUrl(tools, swap),
  })
}

function showSwapping(parts: SwapFirstParts, swap: AskedSwap): void {
  markSwapping(parts, swap)
  showProgress(parts.tools)
}

async function askOnce(
  parts: SwapFirstParts,
  read: ReadBill,
  prepared: PreparedPayment,
  onScreen: PaymentPreview,
): Promise<void> {
  const { swaps, preparation, tools } = parts
  const { id } = read.bill
  const earlier = swaps.find(id)
  if (earlier?.phase === 'sent') {
    showSwapping(parts, earlier)
    void followSwap(parts, earlier)
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
    await preparation.renew()
    tellSwap(parts, id)
    return
  }
  checkSwapTime(tools, read)
  await tools.flow.ask(subjectOf(id), swapRequest(parts, read, prepared))
}

/** Follows a swap to its end, on screen or not. */
export async function followSwap(
  parts: SwapFirstParts,
  swap: AskedSwap,
  submitted?: SubmittedTransaction,
): Promise<void> {
  const { tools, swaps, followed, shown, ways } = parts
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
  if (!shown.isShown(billId)) return
  if (state.phase === 'swapping') return end(parts, swap, isUnclear ? 'unclear' : decision.status, decision)
  tellSwap(parts, billId, decision && decisionWords(decision))
  void ways.load()
}

async function decide(
  { tools }: SwapFirstParts,
  swap: AskedSwap,
  submitted: SubmittedTransaction | undefined,
): Promise<SendDecision | CallsDecision> {
  const transaction = submitted ?? (await openTransaction(tools, { ...swap, isCalls: true }))
  return transaction.wait(tools.context.signal)
}

const isPartial = (decision: SendDecision | CallsDecision) =>
  'isPartial' in decision && decision.isPartial === true

async function end(
  parts: SwapFirstParts,
  swap: AskedSwap,
  ending: SendDecision['status'] | 'unclear',
  decision: SendDecision | undefined,
): Promise<void> {
  const { tools, preparation, shown } = parts
  if (ending === 'confirmed') return payWithSwapped(parts, swap)
  preparation.restart()
  if (!shown.isShown(swap.billId)) return
  if (ending === 'failed') tools.state.error = payError('PAY_SWAP_FAILED')
  else tellSwap(parts, swap.billId, decision && decisionWords(decision))
}

/** Shows the payment with what a swap has brought. What the account holds now decides, whatever the swap reported. */
async function payWithSwapped({ tools, swaps, preparation }: SwapFirstParts, swap: AskedSwap): Promise<void> {
  const { state, navigation } = tools
  const answer = await preparation.prepareAsset(swap.payer)
  const known = swaps.find(swap.billId)
  if (answer === 'short' && known?.phase === 'done') swaps.put({ ...known, isSpent: true })
  if (answer !== 'ready') return
  state.notice = 'swapped'
  if (navigation.state.entries.at(-1)?.name === PayLoadingRoute.name) navigation.replace(PayReviewRoute)
}

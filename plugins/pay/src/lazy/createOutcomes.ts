import type { NetworkId, Words } from '@latchkey/kernel/plugin'
import type { TransactionPhase } from '@latchkey/kernel/transaction'
import type { ReadBill } from '../bill/readBill.js'
import type { PaymentOutcome, PayPhase } from '../Payer.js'
import { PayRoute } from '../routes.js'
import { explorerUrl, outcomeOf } from './createFollower.js'
import type { ShownBill } from './createShownBill.js'
import type { PayerTools } from './PayerTools.js'
import type { Payment } from './payments.js'
import type { Swaps } from './swaps.js'

/** A bill whose outcome the host waits for. */
export interface AwaitedBill {
  readonly asked: readonly ReadBill[]
  readonly outcome: Promise<PaymentOutcome>
}

/** Shows what is known of payments, and tells the host how they ended. */
export interface Outcomes {
  /** Something is known of a payment. */
  changed(payment: Payment, reason?: Words): void
  /** A payment was certainly not made. */
  mayBeAskedAgain(billId: string): void
  awaited(billId: string): AwaitedBill | undefined
  /** Waits for a bill, for all who ask for it. */
  wait(billId: string, asked: readonly ReadBill[]): Promise<PaymentOutcome>
  /** The person left, or another bill came. */
  cancel(billId: string, networkId: NetworkId): void
}

interface Waiting extends AwaitedBill {
  settle(outcome: PaymentOutcome): void
}

export function createOutcomes(tools: PayerTools, shown: ShownBill, swaps: Swaps): Outcomes {
  const { state, navigation, nativeBalances, phases } = tools
  const waiting = new Map<string, Waiting>()

  function settle(outcome: PaymentOutcome): void {
    waiting.get(outcome.billId)?.settle(outcome)
    waiting.delete(outcome.billId)
  }

  return {
    changed(payment, reason) {
      const { phase, billId, networkId, receiver, isDeposit } = payment
      const isPending = phase === 'sent' || phase === 'linked'
      if (shown.isShown(billId)) {
        phases.to(...shownPhases[phase])
        state.transaction = payment.transaction
        state.explorerUrl = explorerUrl(tools, payment)
        state.askedAt = payment.at
        if (state.preview) state.fee = state.preview.steps === 1 ? state.preview.fee : undefined
        state.reason = reason
        state.preview = undefined
      }
      if (isPending) return
      if (phase === 'paid' || phase === 'reported') swaps.remove(billId)
      // What arrives in the account from elsewhere.
      if (phase === 'reported' && isDeposit) void nativeBalances.refresh(networkId, receiver, { force: true })
      settle(outcomeOf(payment))
    },
    mayBeAskedAgain(billId) {
      if (!shown.isShown(billId)) return
      phases.to('editing')
      if (navigation.state.open) navigation.replace(PayRoute)
    },
    awaited: (billId) => waiting.get(billId),
    wait(billId, asked) {
      const { promise, resolve } = deferred<PaymentOutcome>()
      waiting.set(billId, { asked, outcome: promise, settle: resolve })
      return promise
    },
    cancel: (billId, networkId) => settle({ billId, status: 'cancelled', networkId }),
  }
}

/** How a payment that is known stands on screen. */
const shownPhases: Readonly<Record<Payment['phase'], [TransactionPhase, PayPhase]>> = {
  asked: ['undecided', 'undecided'],
  sent: ['pending', 'pending'],
  linked: ['pending', 'pending'],
  paid: ['confirmed', 'paid'],
  reported: ['confirmed', 'reported'],
  failed: ['failed', 'failed'],
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

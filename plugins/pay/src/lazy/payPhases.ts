import { phaseNames, type TransactionPhase } from '@latchkey/kernel/transaction'
import type { PayPhase, PayState } from '../Payer.js'

/** Names the phases of a transaction while a bill is paid; `idle`, `swapping` and `reported` stand beside them. */
export const payPhases: Readonly<Record<TransactionPhase, PayPhase>> = {
  ...phaseNames,
  editing: 'choosing',
  confirmed: 'paid',
}

type Phase = Pick<PayState, 'phase'>

/** Nothing was asked of anybody: the person may choose, and leave. */
export const isFree = ({ phase }: Phase): boolean =>
  phase === 'choosing' || phase === 'preparing' || phase === 'ready'

/** A wallet is asked, or the chain has the swap that comes before the payment. */
export const isUnderWay = ({ phase }: Phase): boolean => phase === 'asking' || phase === 'swapping'

import type { ActivityService, HoldingsService } from '@latchkey/kernel/contracts'
import type { FeatureServices } from '@latchkey/kernel/wallet'
import type { PluginContext } from '@latchkey/kernel/plugin'
import type { Phases, TransactionFlow, UnansweredTransfers } from '@latchkey/kernel/transaction'
import type { ReadBill } from '../bill/readBill.js'
import type { WritableState } from '../createState.js'
import type { PayPhase } from '../Payer.js'

/** What the parts of paying work with. */
export interface PayerTools extends FeatureServices {
  readonly state: WritableState
  readonly context: Pick<PluginContext, 'emit' | 'list' | 'signal'>
  readonly flow: TransactionFlow
  readonly phases: Phases<PayPhase>
  /** The transfers that this app asked wallets for, whichever feature asked. */
  readonly unanswered: UnansweredTransfers
  readonly holdings: HoldingsService | undefined
  readonly activity: ActivityService | undefined
}

/** What is said of a bill to analytics. */
export const factsOf = ({ bill, networkId }: ReadBill) => ({
  paymentId: bill.id,
  network: networkId as `${string}:${string}`,
  asset: bill.asset,
  amount: bill.amount,
})

import { type AddressNamesService, Send, type SendCapability } from '@latchkey/kernel/contracts'
import type { Bound, FeatureServices, SessionService } from '@latchkey/kernel/wallet'
import type { PluginContext } from '@latchkey/kernel/plugin'
import type { HoldingsService, NamesService, PricesService } from '@latchkey/kernel/contracts'
import type { WritableState } from '../createState.js'
import type { Phases, TransactionFlow, UnansweredTransfers } from '@latchkey/kernel/transaction'
import type { SendPhase, SendTarget } from '../Sender.js'
import { sendError } from './sendErrors.js'

/** What the parts of the sender work with. */
export interface SenderTools extends FeatureServices {
  readonly state: WritableState
  readonly context: Pick<PluginContext, 'emit' | 'list' | 'signal'>
  readonly session: SessionService
  readonly holdings: HoldingsService | undefined
  readonly prices: PricesService | undefined
  readonly names: NamesService | undefined
  readonly addressNames: AddressNamesService | undefined
  readonly unanswered: UnansweredTransfers
  readonly flow: TransactionFlow
  readonly phases: Phases<SendPhase>
}

/**
 * How the wallet that a send belongs to sends, whichever is active now.
 *
 * @throws BaseError `SEND_WALLET_GONE` when the wallet or the account has left since, and `CAPABILITY_REFUSED` when the
 *   wallet can't send.
 */
export function sendOf({ wallets }: SenderTools, target: SendTarget): Bound<SendCapability> {
  const wallet = wallets.find(target)
  const found = wallet?.use(Send)
  if (found) return found
  const refusal = wallet?.refusal(Send)
  throw refusal?.code === 'CAPABILITY_REFUSED' ? refusal : sendError('SEND_WALLET_GONE')
}

/** Whether two addresses are one account, by the rules of the namespace. */
export function addressRule(
  { wallets }: SenderTools,
  { namespace }: Pick<SendTarget, 'namespace'>,
): (left: string, right: string) => boolean {
  return wallets.namespace(namespace)?.isSameAddress ?? Object.is
}

import type { ActiveWallet, FeatureServices } from '@latchkey/kernel/wallet'
import type { HoldingsService, PricesService } from '@latchkey/kernel/contracts'
import type { PluginContext } from '@latchkey/kernel/plugin'
import type { WritableState } from '../createState.js'
import { isSameToken } from '../assess.js'
import type { Phases, TransactionFlow } from '@latchkey/kernel/transaction'
import type { SwapPhase, SwapState, SwapTarget } from '../Swapper.js'
import type { SwapToken } from '../SwapSource.js'
import { swapError } from '../swapErrors.js'

/** What the parts of swapping work with. */
export interface SwapperTools extends FeatureServices {
  readonly state: WritableState
  readonly context: Pick<PluginContext, 'emit' | 'list' | 'signal'>
  readonly holdings: HoldingsService | undefined
  readonly prices: PricesService | undefined
  readonly flow: TransactionFlow
  readonly phases: Phases<SwapPhase>
  /** Tokens of which the network refused a swap with a signed allowance (`signatureKey`): they are approved. */
  readonly refusedSignatures: Set<string>
}

/** @throws BaseError `SWAP_WALLET_GONE` when the wallet left since. */
export function walletOf({ wallets }: Pick<SwapperTools, 'wallets'>, target: SwapTarget): ActiveWallet {
  const wallet = wallets.find(target)
  if (!wallet) throw swapError('SWAP_WALLET_GONE')
  return wallet
}

/** Whether the wallet is asked for something now. */
export const isRequested = ({ phase }: Pick<SwapState, 'phase'>): boolean =>
  phase === 'signing' || phase === 'approving'

/** Whether two tokens are one, by the rules of the namespace that swaps. */
export function isSameTokenIn(
  { state, wallets }: SwapperTools,
  one: SwapToken | undefined,
  other: SwapToken | undefined,
): boolean {
  const namespace = state.target && wallets.namespace(state.target.namespace)
  return isSameToken(one, other, namespace?.isSameAddress ?? Object.is)
}

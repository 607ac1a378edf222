import type { ActiveWallet } from '@latchkey/kernel/wallet'
import type { Amount, TokenReference } from '@latchkey/kernel/contracts'
import { extensionPoint, type NamespaceId, type NetworkId } from '@latchkey/kernel/plugin'

export interface SwapOfferRequest {
  /** Who swaps, on the bill's network. */
  readonly wallet: ActiveWallet
  /** Absent for the coin. */
  readonly sell: TokenReference | undefined
  readonly buy: TokenReference | undefined
  /** What has to be bought at least, in the smallest unit. */
  readonly units: bigint
  /** What may be sold at most: what is held. */
  readonly most: bigint
  readonly signal: AbortSignal
}

/** How the asset of a bill is bought with another. */
export interface SwapOffer {
  /** What leaves the account. */
  readonly sells: Amount
  /** The account gets at least this much, or nothing is swapped: what the bill asks for, or more. */
  readonly minimum: bigint
  /** Coin that the chain keeps as a deposit for the account at most, beside what is sold. Default none. */
  readonly deposit?: Amount
  /** Exact approvals and the swap, in the namespace's own calls. */
  readonly calls: readonly unknown[]
}

/** A way to buy the asset of a bill on its own network, as a plugin registers it. */
export interface PaymentSwapContribution {
  readonly id: string
  readonly namespace: NamespaceId
  /** Asked often: it must not ask anybody else. */
  supports(networkId: NetworkId): boolean
  /** @throws BaseError when nothing is offered for this. */
  offer(request: SwapOfferRequest): Promise<SwapOffer>
}

/** The list of ways to buy. `paymentSwaps` of `@latchkey/plugin-pay/swap` adds the sources of `@latchkey/plugin-swap`. */
export const PaymentSwap = extensionPoint<PaymentSwapContribution>('latchkey.pay.swap/1', {
  contain: { supports: false },
})

import type { Amount, CallsKey } from '@latchkey/kernel/contracts'
import { extensionPoint, KernelError, type NamespaceId, type NetworkId } from '@latchkey/kernel/plugin'

/** Something that can be swapped on a network. */
export interface SwapToken {
  /** Contract, mint or asset id in the namespace's own form; absent for the native coin. */
  readonly address?: string
  readonly decimals: number
  /** Untrusted text, like `name`. */
  readonly symbol: string
  readonly name?: string
  /** Unchecked: shown through `<img>` only, after the shell's check of pictures. */
  readonly icon?: string
}

export interface SwapTokensRequest {
  readonly networkId: NetworkId
  readonly signal: AbortSignal
}

export interface FindSwapTokenRequest extends SwapTokensRequest {
  /** As the person typed it; an address of the namespace by the namespace's own rule. */
  readonly address: string
}

export interface SwapQuoteRequest {
  readonly networkId: NetworkId
  readonly sell: SwapToken
  readonly buy: SwapToken
  /** What is sold, in the smallest unit of `sell`; above 0. */
  readonly amount: bigint
  /** How much less than quoted the account may receive, in basis points (100n is 1 %). */
  readonly slippage: bigint
  /**
   * The person leaves the slippage to the source. A source with `SwapQuote.recommendedSlippage` quotes with that instead
   * of `slippage`; other sources use `slippage`. Default false.
   */
  readonly isSlippageAutomatic?: boolean
  /** Who sells and receives, in the namespace's own form. */
  readonly account: string
  readonly signal: AbortSignal
}

/** One exchange on the way. */
export interface SwapHop {
  /** Name of the market, as shown: `Uniswap v3`. Untrusted text. */
  readonly venue: string
  readonly sell: SwapToken
  readonly buy: SwapToken
  /** Fee of the market in millionths (3000 is 0.3 %), contained in the quote. */
  readonly fee?: number
}

/** What somebody takes for the swap, contained in the quoted amounts. */
export interface SwapFee {
  /** `provider`: the source or its partner. `network`: paid in the coin beside the fee of the transaction. */
  readonly kind: 'provider' | 'network'
  readonly amount: Amount
  /** Who gets it, in the namespace's own form, where the source says it. */
  readonly receiver?: string
}

/** What must be allowed to somebody before the swap can happen. */
export interface SwapAllowance {
  /**
   * Who moves the sold token out of the account, in the namespace's own form: one of the source's `targets`, or the calls
   * are refused.
   */
  readonly spender: string
  /**
   * What stands between the token and the spender, such as Permit2: the token allows it, and it passes that on. Only one that
   * the namespace's `SwapReader` knows. Absent where the token allows the spender itself.
   */
  readonly through?: string
  /** How much that spender may move now. */
  readonly current: bigint
  /** How much the swap needs: never more than is sold. */
  readonly needed: bigint
}

/** What a source offers. The plugin checks all of it before it is shown, and what it leads to before a wallet opens. */
export interface SwapQuote {
  /** What leaves the account: the amount that was asked for. */
  readonly sold: Amount
  /** What the account receives as things stand, after all fees. */
  readonly bought: Amount
  /** The account receives at least this much, or nothing is swapped. */
  readonly minimum: Amount
  /** The slippage that `minimum` was worked out with, in basis points. */
  readonly slippage: bigint
  /**
   * The slippage that the source recommends for this swap now, in basis points: from how much the price has moved lately,
   * for example. From 10n to 5000n, or the quote is refused. People can choose the automatic slippage only when this is present.
   */
  readonly recommendedSlippage?: bigint
  /**
   * How much worse than the market's price before the swap this one is because of its size, in basis points, without the
   * fees of the markets. Absent where the source can't tell.
   */
  readonly priceImpact?: bigint
  readonly fees: readonly SwapFee[]
  /** The markets in their order. Empty where the source doesn't say. */
  readonly route: readonly SwapHop[]
  /** When the offer ends, in milliseconds since the epoch. The plugin asks again well before. */
  readonly validUntil: number
  /** Absent where nothing must be allowed: the coin is sold, or the chain has no allowances. */
  readonly allowance?: SwapAllowance
  /** Coin that the chain keeps as a deposit for the account, beside what is sold. Default none. */
  readonly deposit?: Amount
  /** Whatever `calls` needs to know of this quote. Nobody else reads it. */
  readonly reference?: unknown
}

export interface SwapCallsRequest {
  /** A quote of this source, as it returned it. */
  readonly quote: SwapQuote
  readonly networkId: NetworkId
  readonly sell: SwapToken
  readonly buy: SwapToken
  /** Who sells and receives, in the namespace's own form. */
  readonly account: string
  readonly signal: AbortSignal
}

/** What the wallet is asked for, in the namespace's own calls. */
export interface SwapCalls<Call> {
  /**
   * Allow exactly `quote.allowance.needed` to its spender. Empty where that is allowed already. More than one where a
   * token must be set back first.
   */
  readonly approvals: readonly Call[]
  /** Do the swap, once the approvals are done. */
  readonly swap: readonly Call[]
  /** Take the allowance back: offered when the swap doesn't happen after all. Empty where there are no approvals. */
  readonly revoke: readonly Call[]
}

/** What the wallet may sign in place of approvals. The source never sees the wallet. */
export interface SwapSignature<Call> {
  /**
   * What is to be signed, in the namespace's own form: on EVM typed data (EIP-712). The namespace's `SwapReader` reads it
   * back, and it has to allow no more than the quote says, for an hour at most.
   */
  readonly message: unknown
  /** The calls with the signature: no approvals. Asks nobody for another signature. */
  calls(signature: string): Promise<SwapCalls<Call>>
}

/** A loaded source of quotes. */
export interface SwapQuotes<Call> {
  /** What the source suggests, the best known first. Other tokens may be swapped too: see `findToken`. */
  tokens(request: SwapTokensRequest): Promise<readonly SwapToken[]>
  /** A token by its address. `undefined` when there is none, or the source can't swap it. */
  findToken(request: FindSwapTokenRequest): Promise<SwapToken | undefined>
  /** @throws BaseError `SWAP_NO_ROUTE` when the source has no way from one to the other for this amount. */
  quote(request: SwapQuoteRequest): Promise<SwapQuote>
  /** The calls for a quote. Asks nobody for a signature. */
  calls(request: SwapCallsRequest): Promise<SwapCalls<Call>>
  /**
   * What can be signed in place of the approvals of this quote, so that the wallet sends one transaction. `undefined` when
   * nothing can; absent when nothing ever can. It may ask the network. Asked for the preview, and again before the wallet
   * opens.
   */
  signature?(request: SwapCallsRequest): Promise<SwapSignature<Call> | undefined>
  /**
   * Contracts or programs that calls of this source may address, beside the sold token. They come from the host or from
   * the plugin's own data, never from a service that is asked for quotes. Calls to others are refused.
   */
  targets(networkId: NetworkId): readonly string[]
}

/** A source of quotes for one namespace, as a plugin registers it. */
export interface SwapSourceContribution<Call = unknown> {
  /** Unique: `evm.uniswap`. */
  readonly id: string
  readonly namespace: NamespaceId
  /** Who makes the offer, as shown to the person. */
  readonly name: string
  /** Place among sources whose offers are equal, 100 when absent. */
  readonly order?: number
  /** Whether it has offers on the network. Asked often: it must not ask anybody else. */
  supports(networkId: NetworkId): boolean
  /** Loads what does the work. Called when somebody first swaps on a network that it supports. */
  load(): Promise<SwapQuotes<Call>>
}

/** The list of sources. Make an entry with `swapSource`, which types its calls. */
export const SwapSource = extensionPoint<SwapSourceContribution>('latchkey.swap.source/1', {
  check(source) {
    const { id, namespace, name, supports, load } = source as Partial<SwapSourceContribution>
    const isSound =
      typeof namespace === 'string' &&
      typeof name === 'string' &&
      typeof supports === 'function' &&
      typeof load === 'function'
    if (isSound) return
    throw new KernelError(`The source of swaps "${id}" lacks a namespace, a name, supports() or load().`, {
      code: 'CONTRIBUTION_INVALID',
    })
  },
  contain: { supports: false },
})

/**
 * Makes an entry of `SwapSource` for the namespace of a key of calls.
 *
 * @example
 * context.add(SwapSource, swapSource(EvmCalls, { id: 'example', name: 'Example', supports, load }))
 */
export function swapSource<Call>(
  { namespace }: CallsKey<Call>,
  source: Omit<SwapSourceContribution<Call>, 'namespace'>,
): SwapSourceContribution<Call> {
  return { ...source, namespace }
}

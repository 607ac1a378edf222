import type { Closed, TokenReference } from '@latchkey/kernel/contracts'

type EvmAddress = `0x${string}`

/** A router of the second version, or of one of its many copies: constant product, one fee. */
export interface EvmRouterV2 {
  /** As shown: `Uniswap v2`. */
  readonly name: string
  readonly router: EvmAddress
  /** Fee of its pools in millionths, for people. Default 3000. */
  readonly fee?: number
}

/** Routers of the third version: pools with several fees. */
export interface EvmRouterV3 {
  readonly name: string
  /** `QuoterV2`. */
  readonly quoter: EvmAddress
  readonly router: EvmAddress
  /**
   * `SwapRouter` takes a deadline with each swap; `SwapRouter02` takes one for several calls; `UniversalRouter` takes one too,
   * and what is sold through Permit2. Nothing else is known. Default `SwapRouter02`.
   */
  readonly form?: 'SwapRouter' | 'SwapRouter02' | 'UniversalRouter'
  /** What passes tokens on to a `UniversalRouter`. Default Permit2 at its public address. */
  readonly permit2?: EvmAddress
  /**
   * For routes over one pool of the third version and one of the second: `MixedRouteQuoterV1`, and the name of the second
   * version's market. The router trades on pools of both then, which `SwapRouter` doesn't. Default none.
   */
  readonly mixed?: { readonly name: string; readonly quoter: EvmAddress }
  /** Fees of its pools in millionths. Default 100, 500, 3000 and 10000. */
  readonly fees?: readonly number[]
}

/**
 * A router of Slipstream, by Aerodrome and Velodrome: pools of the third version that are told apart by their tick spacing.
 * Their fees move, so none is shown. It takes a deadline with each swap, and what is sold itself.
 */
export interface EvmRouterSlipstream {
  readonly name: string
  /** Slipstream's own `QuoterV2`. */
  readonly quoter: EvmAddress
  readonly router: EvmAddress
  /** Tick spacings of its pools, the most used first: over two pools, the first two are asked. Default 100, 200, 1, 50 and 2000. */
  readonly spacings?: readonly number[]
}

/** A pool of the fourth version, among others of the same tokens. Its hook is none. */
export interface EvmPoolV4 {
  /** In millionths. */
  readonly fee: number
  /** Tick spacing. */
  readonly spacing: number
}

/**
 * Pools of the fourth version without hooks, by a `UniversalRouter` of version 2.0: later ones are told of a swap in another
 * form. What is sold is paid through Permit2. The coin is traded as itself there, not as the wrapped one.
 */
export interface EvmRouterV4 {
  readonly name: string
  /** `V4Quoter`. */
  readonly quoter: EvmAddress
  readonly router: EvmAddress
  /** Passes tokens on to the router. Default Permit2 at its public address. */
  readonly permit2?: EvmAddress
  /** The most used first: over two pools, the first two are asked. Default 500 by 10, 3000 by 60, 100 by 1 and 10000 by 200. */
  readonly pools?: readonly EvmPoolV4[]
}

/** Where a network's tokens are swapped. */
export interface EvmVenues {
  /** Their end. Nothing is offered there from when it is stated. */
  readonly closed?: Closed
  /** The wrapped coin. */
  readonly wrapped: TokenReference
  readonly v2?: readonly EvmRouterV2[]
  readonly v3?: readonly EvmRouterV3[]
  readonly slipstream?: readonly EvmRouterSlipstream[]
  readonly v4?: readonly EvmRouterV4[]
  /** Tokens that are suggested, the best known first. */
  readonly tokens?: readonly TokenReference[]
  /** Tokens that a swap may go through, beside the wrapped coin. At most three. Default the first of `tokens`. */
  readonly through?: readonly EvmAddress[]
}

import type { EvmCall } from '@latchkey/plugin-eip155'
import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { secondVersionAbi, v2Abi, v3Abi, v3SecondAbi, wrappedAbi } from './abis.js'
import { encodeFourth } from './encodeFourth.js'
import { encodeUniversal } from './encodeUniversal.js'
import { writePoolPath } from './poolPath.js'
import { type Leg, legsOf, type Route } from './routes.js'

/** A signature of EIP-2612, for a router that takes what is sold itself. */
export interface SignedPermit {
  readonly kind: 'permit'
  readonly token: Address
  readonly value: bigint
  readonly deadline: bigint
  readonly v: number
  readonly r: Hex
  readonly s: Hex
}

/** What is signed for Permit2: how much of a token a spender may take, until when. */
export interface Permit2Message {
  readonly details: {
    readonly token: Address
    readonly amount: bigint
    readonly expiration: number
    readonly nonce: number
  }
  readonly spender: Address
  readonly sigDeadline: bigint
}

export interface SignedPermit2 {
  readonly kind: 'permit2'
  readonly permit: Permit2Message
  readonly signature: Hex
}

export type SignedAllowance = SignedPermit | SignedPermit2

export interface SwapOrder {
  readonly route: Route
  readonly sellsCoin: boolean
  readonly buysCoin: boolean
  readonly amount: bigint
  readonly minimum: bigint
  /** Seconds since the epoch. */
  readonly deadline: bigint
}

/** An order over pools of the third version, and of the second in between. */
export interface ThirdOrder extends SwapOrder {
  readonly route: Extract<Route, { kind: 'v3' }>
}

/** The second router's own name for itself, as a receiver. */
export const secondRouterItself: Address = '0x0000000000000000000000000000000000000002'
/** In place of an amount, to the second router: all that it holds. */
export const secondRouterBalance = 0n

/** The one call that does a swap, for an account that sells and receives. */
export function encodeSwap(order: SwapOrder, account: Address, permit?: SignedAllowance): EvmCall {
  const { route, sellsCoin, amount } = order
  return {
    to: route.venue.router,
    data: encodeRoute(order, account, permit),
    ...(sellsCoin ? { value: amount } : {}),
  }
}

function encodeRoute(order: SwapOrder, account: Address, permit: SignedAllowance | undefined): Hex {
  const { route } = order
  if (route.kind === 'v2') return encodeV2(order, account)
  return route.kind === 'v3'
    ? encodeV3({ ...order, route }, account, permit)
    : encodeFourth({ ...order, route }, permit)
}

/** Coin to wrapped coin, or back: one for one. */
export function encodeWrap(wrapped: Address, sellsCoin: boolean, amount: bigint): EvmCall {
  return sellsCoin
    ? { to: wrapped, data: encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' }), value: amount }
    : { to: wrapped, data: encodeFunctionData({ abi: wrappedAbi, functionName: 'withdraw', args: [amount] }) }
}

function encodeV2(
  { route, sellsCoin, buysCoin, amount, minimum, deadline }: SwapOrder,
  account: Address,
): Hex {
  const rest = [minimum, route.path, account, deadline] as const
  if (sellsCoin) {
    const functionName = 'swapExactETHForTokensSupportingFeeOnTransferTokens'
    return encodeFunctionData({ abi: v2Abi, functionName, args: rest })
  }
  const functionName = buysCoin
    ? 'swapExactTokensForETHSupportingFeeOnTransferTokens'
    : 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
  return encodeFunctionData({ abi: v2Abi, functionName, args: [amount, ...rest] })
}

function encodeV3(order: ThirdOrder, account: Address, permit: SignedAllowance | undefined): Hex {
  const { form } = order.route.venue
  if (form === 'UniversalRouter') return encodeUniversal(order, account, permit)
  const signed = permit?.kind === 'permit' ? permit : undefined
  return form === 'SwapRouter' ? encodeFirst(order, account, signed) : encodeSecond(order, account, signed)
}

function encodeFirst(order: ThirdOrder, account: Address, permit: SignedPermit | undefined): Hex {
  const { route, buysCoin, amount, minimum, deadline } = order
  const swap = {
    path: writePoolPath(route.path, route.fees),
    // The coin is unwrapped by the router, so what is bought stays there in between.
    recipient: buysCoin ? zeroAddress : account,
    amountIn: amount,
    amountOutMinimum: minimum,
    deadline,
  }
  const own = encodeFunctionData({ abi: v3Abi, functionName: 'exactInput', args: [swap] })
  const [before, after] = around(order, account, permit)
  if (before.length + after.length === 0) return own
  return encodeFunctionData({ abi: v3Abi, functionName: 'multicall', args: [[...before, own, ...after]] })
}

function encodeSecond(order: ThirdOrder, account: Address, permit: SignedPermit | undefined): Hex {
  const { route, buysCoin, amount, minimum, deadline } = order
  const legs = legsOf(route)
  const receiver = buysCoin ? secondRouterItself : account
  const own = legs.map((leg, index) =>
    encodeLeg(leg, {
      amount: index === 0 ? amount : secondRouterBalance,
      // The end of the route keeps the minimum for all of it.
      minimum: index === legs.length - 1 ? minimum : 0n,
      recipient: index === legs.length - 1 ? receiver : secondRouterItself,
    }),
  )
  const [before, after] = around(order, account, permit)
  const args = [deadline, [...before, ...own, ...after]] as const
  return encodeFunctionData({ abi: v3SecondAbi, functionName: 'multicall', args })
}

function encodeLeg(
  { path, fees }: Leg,
  { amount, minimum, recipient }: { amount: bigint; minimum: bigint; recipient: Address },
): Hex {
  if (!fees) {
    const args = [amount, minimum, path, recipient] as const
    return encodeFunctionData({ abi: secondVersionAbi, functionName: 'swapExactTokensForTokens', args })
  }
  const swap = {
    path: writePoolPath(path, fees),
    ...{ recipient, amountIn: amount, amountOutMinimum: minimum },
  }
  return encodeFunctionData({ abi: v3SecondAbi, functionName: 'exactInput', args: [swap] })
}

/** What is called before the swap, and after it. */
function around(
  { buysCoin, minimum }: ThirdOrder,
  account: Address,
  permit: SignedPermit | undefined,
): readonly [readonly Hex[], readonly Hex[]] {
  const after = buysCoin
    ? [encodeFunctionData({ abi: v3Abi, functionName: 'unwrapWETH9', args: [minimum, account] })]
    : []
  return [permit ? [encodePermit(permit)] : [], after]
}

function encodePermit({ token, value, deadline, v, r, s }: SignedPermit): Hex {
  return encodeFunctionData({
    abi: v3Abi,
    functionName: 'selfPermit',
    args: [token, value, deadline, v, r, s],
  })
}

import type { EvmCall } from '@latchkey/plugin-eip155'
import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { v2Abi, v3Abi, v3SecondAbi, wrappedAbi } from './abis.js'
import { writePoolPath } from './poolPath.js'
import type { Route } from './routes.js'

export interface SignedAllowance {
  readonly token: Address
  readonly value: bigint
  readonly deadline: bigint
  readonly v: number
  readonly r: Hex
  readonly s: Hex
}

export interface SwapOrder {
  readonly route: Route
  readonly sellsCoin: boolean
  readonly buysCoin: boolean
  readonly amount: bigint
  readonly minimum: bigint
  /** Seconds since the epoch. */
  readonly deadline: bigint
}

/** The second router's own name for itself, as a receiver. */
export const secondRouterItself: Address = '0x0000000000000000000000000000000000000002'

/** The one call that does a swap, for an account that sells and receives. */
export function encodeSwap(order: SwapOrder, account: Address, permit?: SignedAllowance): EvmCall {
  const { route, sellsCoin, amount } = order
  return {
    to: route.venue.router,
    data: route.kind === 'v2' ? encodeV2(order, account) : encodeV3(order, route, account, permit),
    ...(sellsCoin ? { value: amount } : {}),
  }
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

function encodeV3(
  { buysCoin, amount, minimum, deadline }: SwapOrder,
  { venue, path, fees }: Extract<Route, { kind: 'v3' }>,
  account: Address,
  permit: SignedAllowance | undefined,
): Hex {
  const isFirst = venue.form === 'SwapRouter'
  // The coin is unwrapped by the router, so what is bought stays there in between.
  const receiver = buysCoin ? (isFirst ? zeroAddress : secondRouterItself) : account
  const swap = {
    path: writePoolPath(path, fees),
    recipient: receiver,
    amountIn: amount,
    amountOutMinimum: minimum,
  }
  const before = permit ? [encodePermit(permit)] : []
  const after = buysCoin
    ? [encodeFunctionData({ abi: v3Abi, functionName: 'unwrapWETH9', args: [minimum, account] })]
    : []
  if (!isFirst) {
    const own = encodeFunctionData({ abi: v3SecondAbi, functionName: 'exactInput', args: [swap] })
    const args = [deadline, [...before, own, ...after]] as const
    return encodeFunctionData({ abi: v3SecondAbi, functionName: 'multicall', args })
  }
  const own = encodeFunctionData({ abi: v3Abi, functionName: 'exactInput', args: [{ ...swap, deadline }] })
  if (before.length + after.length === 0) return own
  return encodeFunctionData({ abi: v3Abi, functionName: 'multicall', args: [[...before, own, ...after]] })
}

function encodePermit({ token, value, deadline, v, r, s }: SignedAllowance): Hex {
  return encodeFunctionData({
    abi: v3Abi,
    functionName: 'selfPermit',
    args: [token, value, deadline, v, r, s],
  })
}

import { type EvmCall, isSameAddress, toChecksumAddress } from '@latchkey/plugin-eip155'
import { type Address, decodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import type { SwapReading } from '../../SwapReader.js'
import { permit2Abi, secondVersionAbi, v2Abi, v3Abi, v3SecondAbi, wrappedAbi } from './abis.js'
import { attempt } from './attempt.js'
import { secondRouterBalance, secondRouterItself } from './encodeSwap.js'
import { joinLegs, type ReadLeg } from './joinLegs.js'
import { readPoolPath } from './poolPath.js'
import { readUniversal } from './readUniversal.js'

/** What the network has, for a reader of calls. */
export interface ReaderPlace {
  /** The wrapped coin. */
  readonly wrapped: Address | undefined
  /** Contracts that pass allowances on as Permit2 does. */
  readonly permit2?: readonly Address[]
}

export interface AskedCall extends ReaderPlace {
  readonly target: Address
  readonly data: Hex
  readonly value: bigint
  readonly account: string
}

/**
 * What a call of an account says by its own bytes: an approval, or a swap of the routers whose functions are known, by
 * whomever it was made. Everything that isn't understood to the last part is `unknown`.
 */
export function readSwapCall(call: unknown, account: string, place: ReaderPlace): SwapReading {
  const { to, data, value = 0n } = (call ?? {}) as Partial<EvmCall>
  const target = toChecksumAddress(to)
  const unknown: SwapReading = { kind: 'unknown', target: target ?? String(to) }
  if (target === undefined || typeof data !== 'string' || typeof value !== 'bigint') return unknown
  const asked: AskedCall = { target, data, value, account, ...place }
  const readers = [readApproval, readPassedOn, readWrap, readV2, readV3, readUniversal]
  for (const read of readers) {
    const reading = read(asked)
    if (reading) return reading
  }
  return unknown
}

const isPermit2 = ({ permit2 = [] }: ReaderPlace, address: Address) =>
  permit2.some((known) => isSameAddress(known, address))

function readApproval(asked: AskedCall): SwapReading | undefined {
  const { target, data, value } = asked
  const found = attempt(() => decodeFunctionData({ abi: erc20Abi, data }))
  if (found?.functionName !== 'approve' || value !== 0n) return undefined
  const [spender, amount] = found.args
  const reading = { kind: 'approval', token: target, spender, amount } as const
  return isPermit2(asked, spender) ? { ...reading, isPassedOn: true } : reading
}

/** An allowance that Permit2 passes on. */
function readPassedOn(asked: AskedCall): SwapReading | undefined {
  const { target, data, value } = asked
  if (!isPermit2(asked, target) || value !== 0n) return undefined
  const found = attempt(() => decodeFunctionData({ abi: permit2Abi, data }))
  if (found?.functionName !== 'approve') return undefined
  const [token, spender, amount, expiration] = found.args
  return { kind: 'approval', token, spender, amount, through: target, deadline: BigInt(expiration) }
}

function readWrap({ target, data, value, account, wrapped }: AskedCall): SwapReading | undefined {
  const found = attempt(() => decodeFunctionData({ abi: wrappedAbi, data }))
  if (!found || wrapped === undefined || !isSameAddress(target, wrapped)) return undefined
  const swap = { kind: 'swap', target, receiver: account } as const
  if (found.functionName === 'deposit') return { ...swap, buy: wrapped, amount: value, minimum: value }
  if (value !== 0n) return undefined
  const [amount] = found.args
  return { ...swap, sell: wrapped, amount, minimum: amount }
}

function readV2({ target, data, value, wrapped }: AskedCall): SwapReading | undefined {
  const found = attempt(() => decodeFunctionData({ abi: v2Abi, data }))
  if (!found) return undefined
  const sellsCoin = found.functionName === 'swapExactETHForTokensSupportingFeeOnTransferTokens'
  const buysCoin = found.functionName === 'swapExactTokensForETHSupportingFeeOnTransferTokens'
  const [amount, minimum, path, receiver, deadline] = sellsCoin
    ? ([value, ...found.args] as const)
    : (found.args as readonly [bigint, bigint, readonly Address[], Address, bigint])
  const [first, last] = [path[0], path.at(-1)]
  if (first === undefined || last === undefined || path.length < 2) return undefined
  if (!sellsCoin && value !== 0n) return undefined
  const isWrapped = (token: Address) => wrapped !== undefined && isSameAddress(token, wrapped)
  if ((sellsCoin && !isWrapped(first)) || (buysCoin && !isWrapped(last))) return undefined
  return {
    kind: 'swap',
    target,
    ...(sellsCoin ? {} : { sell: first }),
    ...(buysCoin ? {} : { buy: last }),
    ...{ amount, minimum, receiver, deadline },
  }
}

/** The parts of a v3 call, in their order, with the deadline that holds for all of them. */
function partsOf(data: Hex): { readonly parts: readonly Hex[]; readonly deadline?: bigint } {
  const second = attempt(() => decodeFunctionData({ abi: v3SecondAbi, data }))
  if (second?.functionName === 'multicall') return { deadline: second.args[0], parts: second.args[1] }
  const first = attempt(() => decodeFunctionData({ abi: v3Abi, data }))
  return { parts: first?.functionName === 'multicall' ? first.args[0] : [data] }
}

function readV3({ target, data, value, wrapped }: AskedCall): SwapReading | undefined {
  const { parts, deadline: shared } = partsOf(data)
  const read = parts.map(readPart)
  const order = read.map((part) => part?.name).join()
  if (!/^(?:permit,)?leg(?:,leg)?(?:,unwrap)?$/.test(order)) return undefined
  const legs = read.flatMap((part) => (part?.name === 'leg' ? [part.leg] : []))
  const isFirst = legs.some((leg) => leg.deadline !== undefined)
  // Only the second router can go on with what it holds.
  const joined = joinLegs(
    legs,
    isFirst ? undefined : { itself: secondRouterItself, all: secondRouterBalance },
  )
  if (!joined) return undefined
  const { first, last, amount } = joined
  const isWrapped = (token: Address) => wrapped !== undefined && isSameAddress(token, wrapped)
  const sellsCoin = value > 0n
  if (sellsCoin && (value !== amount || !isWrapped(first))) return undefined
  const permit = read.find((part) => part?.name === 'permit')
  if (permit && (sellsCoin || !isSameAddress(permit.token, first) || permit.amount !== amount)) {
    return undefined
  }
  const unwrap = read.find((part) => part?.name === 'unwrap')
  const isKept = joined.receiver === (isFirst ? zeroAddress : secondRouterItself)
  if ((unwrap !== undefined) !== isKept || (unwrap && !isWrapped(last))) return undefined
  const deadline = shared ?? legs[0]?.deadline
  return {
    kind: 'swap',
    target,
    ...(sellsCoin ? {} : { sell: first }),
    ...(unwrap ? {} : { buy: last }),
    amount,
    minimum: unwrap ? unwrap.minimum : joined.minimum,
    receiver: unwrap ? unwrap.receiver : joined.receiver,
    ...(deadline === undefined ? {} : { deadline }),
  }
}

type Part =
  | { readonly name: 'leg'; readonly leg: ReadLeg & { readonly deadline?: bigint } }
  | { readonly name: 'permit'; readonly token: Address; readonly amount: bigint }
  | { readonly name: 'unwrap'; readonly minimum: bigint; readonly receiver: Address }

function readPart(data: Hex): Part | undefined {
  const found =
    attempt(() => decodeFunctionData({ abi: v3Abi, data })) ??
    attempt(() => decodeFunctionData({ abi: v3SecondAbi, data })) ??
    attempt(() => decodeFunctionData({ abi: secondVersionAbi, data }))
  if (found?.functionName === 'selfPermit') {
    return { name: 'permit', token: found.args[0], amount: found.args[1] }
  }
  if (found?.functionName === 'unwrapWETH9') {
    return { name: 'unwrap', minimum: found.args[0], receiver: found.args[1] }
  }
  if (found?.functionName === 'swapExactTokensForTokens') {
    const [amount, minimum, path, receiver] = found.args
    const [first, last] = [path[0], path.at(-1)]
    if (first === undefined || last === undefined || path.length < 2) return undefined
    return { name: 'leg', leg: { first, last, amount, minimum, receiver } }
  }
  if (found?.functionName !== 'exactInput') return undefined
  const [swap] = found.args
  const ends = readPoolPath(swap.path)
  if (!ends) return undefined
  const deadline = 'deadline' in swap ? { deadline: swap.deadline as bigint } : {}
  const { amountIn: amount, amountOutMinimum: minimum, recipient: receiver } = swap
  return { name: 'leg', leg: { ...ends, amount, minimum, receiver, ...deadline } }
}

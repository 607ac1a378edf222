import { type EvmCall, isSameAddress, toChecksumAddress } from '@latchkey/plugin-eip155'
import { type Address, decodeFunctionData, erc20Abi, type Hex, zeroAddress } from 'viem'
import type { SwapReading } from '../../SwapReader.js'
import { v2Abi, v3Abi, v3SecondAbi, wrappedAbi } from './abis.js'
import { secondRouterItself } from './encodeSwap.js'
import { readPoolPath } from './poolPath.js'

/**
 * What a call of an account says by its own bytes: an approval, or a swap of the routers whose functions are known, by
 * whomever it was made. Everything that isn't understood to the last part is `unknown`.
 *
 * @param wrapped The network's wrapped coin.
 */
export function readSwapCall(call: unknown, account: string, wrapped: Address | undefined): SwapReading {
  const { to, data, value = 0n } = (call ?? {}) as Partial<EvmCall>
  const target = toChecksumAddress(to)
  const unknown: SwapReading = { kind: 'unknown', target: target ?? String(to) }
  if (target === undefined || typeof data !== 'string' || typeof value !== 'bigint') return unknown
  const asked = { target, data, value, account, wrapped }
  return readApproval(asked) ?? readWrap(asked) ?? readV2(asked) ?? readV3(asked) ?? unknown
}

interface Asked {
  readonly target: Address
  readonly data: Hex
  readonly value: bigint
  readonly account: string
  readonly wrapped: Address | undefined
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    // Bytes of another function: the next reader is asked.
    return undefined
  }
}

function readApproval({ target, data, value }: Asked): SwapReading | undefined {
  const found = attempt(() => decodeFunctionData({ abi: erc20Abi, data }))
  if (found?.functionName !== 'approve' || value !== 0n) return undefined
  const [spender, amount] = found.args
  return { kind: 'approval', token: target, spender, amount }
}

function readWrap({ target, data, value, account, wrapped }: Asked): SwapReading | undefined {
  const found = attempt(() => decodeFunctionData({ abi: wrappedAbi, data }))
  if (!found || wrapped === undefined || !isSameAddress(target, wrapped)) return undefined
  const swap = { kind: 'swap', target, receiver: account } as const
  if (found.functionName === 'deposit') return { ...swap, buy: wrapped, amount: value, minimum: value }
  if (value !== 0n) return undefined
  const [amount] = found.args
  return { ...swap, sell: wrapped, amount, minimum: amount }
}

function readV2({ target, data, value, wrapped }: Asked): SwapReading | undefined {
  const found = attempt(() => decodeFunctionData({ abi: v2Abi, data }))
  if (!found || found.functionName === 'getAmountsOut') return undefined
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

function readV3({ target, data, value, wrapped }: Asked): SwapReading | undefined {
  const { parts, deadline: shared } = partsOf(data)
  const read = parts.map(readPart)
  const swap = read.find((part) => part?.functionName === 'exactInput')?.args[0]
  const permit = read.find((part) => part?.functionName === 'selfPermit')?.args
  const unwrap = read.find((part) => part?.functionName === 'unwrapWETH9')?.args
  const order = read.map((part) => part?.functionName).join()
  if (!swap || !/^(?:selfPermit,)?exactInput(?:,unwrapWETH9)?$/.test(order)) return undefined
  const path = readPoolPath(swap.path)
  if (!path) return undefined
  const isWrapped = (token: Address) => wrapped !== undefined && isSameAddress(token, wrapped)
  const sellsCoin = value > 0n
  if (sellsCoin && (value !== swap.amountIn || !isWrapped(path.first))) return undefined
  if (permit && (sellsCoin || !isSameAddress(permit[0], path.first) || permit[1] !== swap.amountIn)) {
    return undefined
  }
  const isKept = swap.recipient === zeroAddress || swap.recipient === secondRouterItself
  if ((unwrap !== undefined) !== isKept || (unwrap && !isWrapped(path.last))) return undefined
  const deadline = shared ?? ('deadline' in swap ? (swap.deadline as bigint) : undefined)
  return {
    kind: 'swap',
    target,
    ...(sellsCoin ? {} : { sell: path.first }),
    ...(unwrap ? {} : { buy: path.last }),
    amount: swap.amountIn,
    minimum: unwrap ? unwrap[0] : swap.amountOutMinimum,
    receiver: unwrap ? unwrap[1] : swap.recipient,
    ...(deadline === undefined ? {} : { deadline }),
  }
}

const readPart = (data: Hex) =>
  attempt(() => decodeFunctionData({ abi: v3Abi, data })) ??
  attempt(() => decodeFunctionData({ abi: v3SecondAbi, data }))

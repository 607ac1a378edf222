import {
  decodeAbiParameters,
  decodeFunctionData,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  size,
  slice,
} from 'viem'
import { accountAbi } from './contracts.js'
import { type AccountCall, executions } from './encodeCalls.js'

export interface MadeCall {
  /** Absent for the creation of a contract. */
  readonly to?: Hex | undefined
  readonly data?: Hex | undefined
  readonly value: bigint
}

/** Calls in calls are opened so deep and no deeper. What is below stays closed. */
export const deepest = 3
/** More are not opened: small data can stand for very many calls. */
const mostInner = 20

/** The calls of an account, and in place of each call to itself the calls that it makes through that (`execute`, ERC-7579). */
export function openOwnCalls(account: Hex, calls: readonly MadeCall[], depth = 0): readonly AccountCall[] {
  return calls.flatMap((call): readonly AccountCall[] => {
    const { to, data, value } = call
    if (!to) return []
    const inner = depth < deepest ? readOwnCall(account, call) : []
    return inner.length > 0
      ? openOwnCalls(account, inner, depth + 1)
      : [{ to, ...(data ? { data } : {}), value }]
  })
}

/** What an account does by a call to itself. Empty for any other call, and where it makes too many to read. */
export function readOwnCall(account: Hex, { to, data }: MadeCall): readonly AccountCall[] {
  if (!to || !data || !isAddressEqual(to, account)) return []
  try {
    const { functionName, args } = decodeFunctionData({ abi: accountAbi, data })
    if (functionName !== 'execute') return []
    const all = args.length === 1 ? [args[0]] : readExecutions(args[0], args[1])
    if (all.length > mostInner) return []
    return all.map(({ target, value, callData }) => ({ to: target, data: callData, value }))
  } catch {
    // It's told as a call that isn't known.
    return []
  }
}

interface Execution {
  readonly target: Hex
  readonly value: bigint
  readonly callData: Hex
}

/** The first byte of the mode says whether it's one call or several. */
function readExecutions(mode: Hex, data: Hex): readonly Execution[] {
  const kind = slice(mode, 0, 1)
  if (kind === '0x01') return decodeAbiParameters(executions, data)[0]
  if (kind !== '0x00') return []
  const callData = size(data) > 52 ? slice(data, 52) : '0x'
  return [{ target: slice(data, 0, 20), value: hexToBigInt(slice(data, 20, 52)), callData }]
}

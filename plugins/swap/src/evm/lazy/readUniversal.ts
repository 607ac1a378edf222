import { isSameAddress } from '@latchkey/plugin-eip155'
import { type Address, decodeFunctionData, encodeFunctionData, type Hex, hexToBytes } from 'viem'
import type { SwapReading } from '../../SwapReader.js'
import { universalAbi } from './abis.js'
import { attempt } from './attempt.js'
import { coinItself } from './fourthActions.js'
import { joinLegs, type ReadLeg } from './joinLegs.js'
import { readPoolPath } from './poolPath.js'
import { type FourthSwap, readFourth } from './readFourth.js'
import type { AskedCall } from './readSwapCall.js'
import {
  commandBytes,
  readInput,
  type UniversalCommand,
  universalBalance,
  universalItself,
} from './universalCommands.js'

type Part =
  | { readonly name: 'swap'; readonly leg: ReadLeg; readonly isPaidByAccount: boolean }
  | { readonly name: 'permit'; readonly token: Address; readonly amount: bigint; readonly spender: Address }
  | { readonly name: 'wrap'; readonly receiver: Address; readonly amount: bigint }
  | { readonly name: 'unwrap'; readonly receiver: Address; readonly amount: bigint }
  | { readonly name: 'fourth'; readonly swap: FourthSwap }

type PermitPart = Extract<Part, { name: 'permit' }>

/** A swap by a router that takes its tokens through Permit2. */
export function readUniversal(asked: AskedCall): SwapReading | undefined {
  const { target, data, value, wrapped } = asked
  const read = readParts(data)
  const order = read?.parts.map(({ name }) => name).join()
  if (!read || !order) return undefined
  if (/^(?:permit,)?fourth$/.test(order)) return fourthReading(asked, read)
  if (!/^(?:permit,|wrap,)?swap(?:,swap)?(?:,unwrap)?$/.test(order)) return undefined
  const { parts, deadline } = read
  const swaps = parts.filter((part) => part.name === 'swap')
  const joined = joinLegs(
    swaps.map(({ leg }) => leg),
    { itself: universalItself, all: universalBalance },
  )
  if (!joined) return undefined
  const { first, last, amount } = joined
  const isWrapped = (token: Address) => wrapped !== undefined && isSameAddress(token, wrapped)
  const permit = parts.find((part) => part.name === 'permit')
  const wrap = parts.find((part) => part.name === 'wrap')
  const unwrap = parts.find((part) => part.name === 'unwrap')
  if (swaps.some(({ isPaidByAccount }, index) => isPaidByAccount !== (index === 0 && !wrap))) return undefined
  if (value !== (wrap?.amount ?? 0n)) return undefined
  const wrapsAll = wrap?.amount === amount && wrap.receiver === universalItself && isWrapped(first)
  if (wrap && !wrapsAll) return undefined
  if (permit && !allows(permit, { target, first, amount })) return undefined
  const isKept = joined.receiver === universalItself
  if ((unwrap !== undefined) !== isKept || (unwrap && !isWrapped(last))) return undefined
  return {
    kind: 'swap',
    target,
    ...(wrap ? {} : { sell: first }),
    ...(unwrap ? {} : { buy: last }),
    amount,
    minimum: unwrap ? unwrap.amount : joined.minimum,
    receiver: unwrap ? unwrap.receiver : joined.receiver,
    deadline,
  }
}

/** Whether a signature is for exactly what is sold, and for who is called. */
function allows(
  permit: PermitPart,
  { target, first, amount }: { readonly target: Address; readonly first: Address; readonly amount: bigint },
): boolean {
  const isFor = isSameAddress(permit.token, first) && isSameAddress(permit.spender, target)
  return isFor && permit.amount === amount
}

/** Over pools of the fourth version, whose router pays who calls it. It takes the coin from what is sent along. */
function fourthReading(
  { target, value, account }: AskedCall,
  { parts, deadline }: ReadParts,
): SwapReading | undefined {
  const swap = parts.find((part) => part.name === 'fourth')?.swap
  const permit = parts.find((part) => part.name === 'permit')
  if (!swap) return undefined
  const { first, last, amount, minimum } = swap
  const sellsCoin = isSameAddress(first, coinItself)
  if (value !== (sellsCoin ? amount : 0n)) return undefined
  if (permit && (sellsCoin || !allows(permit, { target, first, amount }))) return undefined
  return {
    kind: 'swap',
    target,
    ...(sellsCoin ? {} : { sell: first }),
    ...(isSameAddress(last, coinItself) ? {} : { buy: last }),
    ...{ amount, minimum, receiver: account, deadline },
  }
}

const names = new Map(
  Object.entries(commandBytes).map(([name, byte]) => [byte as number, name as UniversalCommand]),
)

interface ReadParts {
  readonly parts: readonly Part[]
  readonly deadline: bigint
}

function readParts(data: Hex): ReadParts | undefined {
  return attempt(() => {
    const { args } = decodeFunctionData({ abi: universalAbi, data })
    const [commands, inputs, deadline] = args
    const isPlain =
      encodeFunctionData({ abi: universalAbi, functionName: 'execute', args }) === data.toLowerCase()
    const bytes = [...hexToBytes(commands)]
    if (!isPlain || bytes.length !== inputs.length) throw new Error('The call holds something else.')
    return { deadline, parts: bytes.map((byte, index) => readStep(byte, inputs[index] as Hex)) }
  })
}

/** @throws Error for a command that isn't known. */
function readStep(byte: number, input: Hex): Part {
  const command = names.get(byte)
  if (command === 'permit') {
    const [{ details, spender }] = readInput('permit', input)
    return { name: 'permit', token: details.token, amount: details.amount, spender }
  }
  if (command === 'wrap' || command === 'unwrap') {
    const [receiver, amount] = readInput(command, input)
    return { name: command, receiver, amount }
  }
  if (command === 'v2') {
    const [receiver, amount, minimum, path, isPaidByAccount] = readInput('v2', input)
    const [first, last] = [path[0], path.at(-1)]
    if (first === undefined || last === undefined || path.length < 2) throw new Error('There is no path.')
    return { name: 'swap', leg: { first, last, amount, minimum, receiver }, isPaidByAccount }
  }
  if (command === 'fourth') return { name: 'fourth', swap: readFourth(input) }
  if (command !== 'v3') throw new Error('The command isn’t known.')
  const [receiver, amount, minimum, pools, isPaidByAccount] = readInput('v3', input)
  const ends = readPoolPath(pools)
  if (!ends) throw new Error('There is no path.')
  return { name: 'swap', leg: { ...ends, amount, minimum, receiver }, isPaidByAccount }
}

import {
  decodeFunctionData,
  formatEther,
  formatUnits,
  type Hex,
  maxUint160,
  maxUint256,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import type { Fact } from './facts.js'
import { say, type Sentence, type Text } from '../words/say.js'

const known = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, bytes data)',
  'function multicall(bytes[] calls)',
  'function multicall(uint256 deadline, bytes[] calls)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

/** What a token's contract says of itself, as the app's node tells it. */
export interface TokenWords {
  readonly symbol: string
  readonly decimals: number
}

export interface EvmCall {
  readonly to?: string | undefined
  readonly data?: Hex | undefined
  readonly value?: bigint | undefined
  /** Of the network's coin. */
  readonly symbol?: Text
  /** Of the token at `to`. */
  readonly token?: TokenWords | undefined
}

/** What a call does, as its data says, and never by a name that the app gave it. */
export function previewCall({ to, data, value = 0n, symbol = say`coins`, token }: EvmCall): readonly Fact[] {
  const coins: readonly Fact[] = [
    { name: say`You send`, value: { decimal: formatEther(value), symbol }, kind: 'leaves' },
  ]
  if (!to) return [{ name: say`Creates`, value: say`a new contract`, isWarning: true }, ...coins]
  if (!data || data === '0x') return [...coins, { name: say`To`, value: to }]
  return [
    ...(value > 0n ? coins : []),
    ...previewData(data, token),
    { name: isTransfer(data) ? say`Token` : say`Contract`, value: to },
  ]
}

/** Whether a call is one of those that a token's words make readable. */
export function isTokenCall(data: Hex | undefined): boolean {
  return data !== undefined && decode(data) !== undefined
}

/** The signature of a function that moves tokens, or lets others move them, by its selector. */
export function nameFunction(selector: Hex): string | undefined {
  const item = known.find((one) => toFunctionSelector(one) === selector)
  return item && `${item.name}(${item.inputs.map(({ type }) => type).join()})`
}

const isTransfer = (data: Hex) => decode(data)?.functionName === 'transfer'

function decode(data: Hex) {
  try {
    return decodeFunctionData({ abi: known, data })
  } catch {
    return undefined
  }
}

const unknownCall = (data: Hex): readonly Fact[] => [
  {
    name: say`Unknown function`,
    value: say`${data.slice(0, 10)}. Continue only if you trust this site.`,
    isWarning: true,
  },
]

/** Calls in calls are read so deep and no deeper; what is below counts as not known. */
const deepest = 3
const mostInner = 20

function previewData(data: Hex, token: TokenWords | undefined, depth = 0): readonly Fact[] {
  const call = decode(data)
  if (!call) return unknownCall(data)
  const amount = (units: bigint) => amountText(units, token)
  const { functionName, args } = call
  if (functionName === 'transfer') return sendTokens(args[0], args[1], token)
  if (functionName === 'transferFrom') return takeTokens(args[0], args[1], amount(args[2]))
  if (functionName === 'safeTransferFrom') return sendItem(args[0], args[1], args[2])
  if (functionName === 'setApprovalForAll') return allowAll(args[0], args[1])
  if (functionName === 'permit') return allowance(args[1], args[2], amount(args[2]))
  if (functionName === 'multicall') {
    const inner = (args.length === 1 ? args[0] : args[1]) as readonly Hex[]
    if (depth >= deepest || inner.length > mostInner) return unknownCall(data)
    return inner.flatMap((one) => previewData(one, token, depth + 1))
  }
  if (functionName === 'decreaseAllowance')
    return [{ name: say`Lowers what may be spent by`, value: args[0] }]
  if (args.length === 4) return permit2(args[0], args[1], args[2])
  return allowance(args[0], args[1], amount(args[1]))
}

const sendItem = (from: string, to: string, id: bigint): readonly Fact[] => [
  { name: say`Sends the item`, value: say`number ${id}` },
  { name: say`From`, value: from },
  { name: say`Recipient`, value: to },
]

/** Uniswap's Permit2 holds allowances for other tokens than the contract that is called. */
const permit2 = (token: string, spender: string, units: bigint): readonly Fact[] => [
  ...allowance(spender, units >= maxUint160 ? maxUint256 : units, amountText(units, undefined)),
  { name: say`Token`, value: token },
]

/** The exact number stays beside what the node makes of it, which may be a lie. */
const amountText = (units: bigint, token: TokenWords | undefined): Sentence =>
  token === undefined
    ? say`${units} of the smallest unit`
    : say`${{ decimal: formatUnits(units, token.decimals), symbol: token.symbol }} (${units} of the smallest unit)`

const sendTokens = (to: string, units: bigint, token: TokenWords | undefined): readonly Fact[] => [
  {
    name: say`You send`,
    ...(token === undefined
      ? { value: say`${units} of the smallest unit` }
      : {
          value: { decimal: formatUnits(units, token.decimals), symbol: token.symbol },
          // The exact number stays beside what the node makes of it, which may be a lie.
          note: say`${units} of the token’s smallest unit`,
        }),
    kind: 'leaves',
  },
  { name: say`To`, value: to },
]

const takeTokens = (from: string, to: string, amount: Text): readonly Fact[] => [
  { name: say`Sends tokens`, value: amount },
  { name: say`From`, value: from, isWarning: true },
  { name: say`Recipient`, value: to },
]

const allowance = (spender: string, units: bigint, amount: Text): readonly Fact[] => [
  {
    name: say`Lets someone spend your tokens`,
    value: units >= maxUint256 / 2n ? say`without any limit` : say`up to ${amount}`,
    isWarning: true,
  },
  { name: say`Spender`, value: spender, isWarning: true },
]

const allowAll = (operator: string, isAllowed: boolean): readonly Fact[] => [
  {
    name: isAllowed
      ? say`Lets someone move every item of this collection`
      : say`Stops someone from moving your items`,
    value: operator,
    isWarning: isAllowed,
  },
]

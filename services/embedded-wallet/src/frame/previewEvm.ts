import { decodeFunctionData, formatEther, type Hex, maxUint256, parseAbi } from 'viem'
import type { Fact } from './screen.js'

const known = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])

export interface EvmCall {
  readonly to?: string | undefined
  readonly data?: Hex | undefined
  readonly value?: bigint | undefined
}

/** What a call does, as its data says, and never by a name that the app gave it. Amounts of tokens are in their smallest unit. */
export function previewCall({ to, data, value = 0n }: EvmCall): readonly Fact[] {
  const facts: Fact[] = [
    to ? { name: 'To', value: to } : { name: 'Creates', value: 'a new contract', isWarning: true },
    { name: 'Amount', value: `${formatEther(value)} (native coin)` },
  ]
  if (!data || data === '0x') return facts
  return [...facts, ...previewData(data)]
}

function previewData(data: Hex): readonly Fact[] {
  try {
    const { functionName, args } = decodeFunctionData({ abi: known, data })
    if (functionName === 'transfer') return transfer(undefined, args[0], args[1])
    if (functionName === 'transferFrom') return transfer(args[0], args[1], args[2])
    if (functionName === 'setApprovalForAll') return allowAll(args[0], args[1])
    if (functionName === 'permit') return allowance(args[1], args[2])
    return allowance(args[0], args[1])
  } catch {
    const name = 'Calls a function that is not known here'
    return [{ name, value: `${data.slice(0, 10)}. Go on only when you trust the app.`, isWarning: true }]
  }
}

const transfer = (from: string | undefined, to: string, amount: bigint): readonly Fact[] => [
  { name: 'Sends tokens', value: `${amount} of the smallest unit` },
  ...(from === undefined ? [] : [{ name: 'From', value: from, isWarning: true }]),
  { name: 'Recipient', value: to },
]

const allowance = (spender: string, amount: bigint): readonly Fact[] => [
  {
    name: 'Lets somebody spend your tokens',
    value: amount >= maxUint256 / 2n ? 'without any limit' : `up to ${amount} of the smallest unit`,
    isWarning: true,
  },
  { name: 'Spender', value: spender, isWarning: true },
]

const allowAll = (operator: string, isAllowed: boolean): readonly Fact[] => [
  {
    name: isAllowed
      ? 'Lets somebody move every item of this collection'
      : 'Stops somebody from moving your items',
    value: operator,
    isWarning: isAllowed,
  },
]

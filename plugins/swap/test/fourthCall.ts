// A call for pools of Uniswap v4, part by part, so that a test can change one. Not published.
import { type Address, encodeAbiParameters, encodeFunctionData, getAddress, type Hex } from 'viem'
import { universalAbi } from '../src/evm/lazy/abis.js'
import { coinItself, fourthInputs } from '../src/evm/lazy/fourthActions.js'
import { readSwapCall } from '../src/evm/lazy/readSwapCall.js'
import { writeInput } from '../src/evm/lazy/universalCommands.js'

const addressOf = (byte: string) => getAddress(`0x${byte.repeat(20)}`)

export const [router, sell, buy, account, thief, hook] = ['a1', 'b2', 'c3', 'd4', 'e5', 'f6'].map(
  addressOf,
) as [Address, Address, Address, Address, Address, Address]
export const place = { wrapped: addressOf('77'), permit2: [addressOf('88')] }
export const [amount, minimum, deadline] = [1_000n, 900n, 2_000_000_000n] as const
export const unknown = { kind: 'unknown', target: router }

export interface Hop {
  readonly currency: Address
  readonly fee: number
  readonly tickSpacing: number
  readonly hooks: Address
  readonly hookData: Hex
}

export interface Parts {
  readonly actions: Hex
  readonly swap: {
    readonly currencyIn: Address
    readonly path: readonly Hop[]
    readonly amountIn: bigint
    readonly amountOutMinimum: bigint
  }
  readonly settle: { readonly currency: Address; readonly amount: bigint; readonly isPaidByAccount: boolean }
  readonly take: { readonly currency: Address; readonly minimum: bigint }
  /** Inputs behind those of the three actions. */
  readonly more: readonly Hex[]
  readonly commands: Hex
  /** Inputs of commands before and after it. */
  readonly before: readonly Hex[]
  readonly after: readonly Hex[]
  readonly value: bigint
}

export const ownHop: Hop = { currency: buy, fee: 500, tickSpacing: 10, hooks: coinItself, hookData: '0x' }

/** As our own writer writes it. */
export const own: Parts = {
  actions: '0x070b0f',
  swap: { currencyIn: sell, path: [ownHop], amountIn: amount, amountOutMinimum: minimum },
  settle: { currency: sell, amount, isPaidByAccount: true },
  take: { currency: buy, minimum },
  more: [],
  commands: '0x10',
  before: [],
  after: [],
  value: 0n,
}

export const inputsOf = ({ swap, settle, take }: Parts): readonly [Hex, Hex, Hex] => [
  encodeAbiParameters(fourthInputs.swap, [swap]),
  encodeAbiParameters(fourthInputs.settle, [settle.currency, settle.amount, settle.isPaidByAccount]),
  encodeAbiParameters(fourthInputs.take, [take.currency, take.minimum]),
]

export const inputOf = (parts: Parts): Hex =>
  writeInput('fourth', [parts.actions, [...inputsOf(parts), ...parts.more]])

export function callOf(parts: Parts, input: Hex = inputOf(parts)) {
  const args = [parts.commands, [...parts.before, input, ...parts.after], deadline] as const
  const data = encodeFunctionData({ abi: universalAbi, functionName: 'execute', args })
  return { to: router, data, ...(parts.value ? { value: parts.value } : {}) }
}

export const read = (call: { readonly to: Address; readonly data: Hex; readonly value?: bigint }) =>
  readSwapCall(call, account, place)

/** The same of the coin. */
export const ofCoin = (value: bigint, parts: Parts = own): Parts => ({
  ...parts,
  swap: { ...parts.swap, currencyIn: coinItself },
  settle: { ...parts.settle, currency: coinItself },
  value,
})

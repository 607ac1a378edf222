import { decodeFunctionData, erc20Abi, type Hex } from 'viem'
import { inEnglish } from '../../words/translate.js'
import type { Fact } from '../facts.js'
import type { Allowance } from './allowances.js'
import type { TokenChange, Trial } from './tryCalls.js'

interface ToldCall {
  readonly to?: Hex | undefined
  readonly data?: Hex | undefined
  readonly value: bigint
}

/**
 * Leaves out of a trial what the one call says already: coins or tokens that leave, and what somebody may spend, as it names them.
 * Whatever else happened, or happened otherwise, stays.
 */
export function withoutToldByCall(trial: Trial | undefined, call: ToldCall | undefined): Trial | undefined {
  if (!trial || !call || trial.doesFail) return trial
  const { change, allowance } = readCall(call)
  const { changes, allowances } = trial
  return {
    ...trial,
    changes: changes.length === 1 && isSameChange(changes[0], change) ? [] : changes,
    allowances: allowances.length === 1 && isSameAllowance(allowances[0], allowance) ? [] : allowances,
  }
}

/** Orders the facts: first what moves by the trial, then what only the call says, then how the trial went. */
export function factsOfOne(call: readonly Fact[], trial: readonly Fact[]): readonly Fact[] {
  const moved = trial.filter(({ kind }) => kind !== undefined)
  const told = new Set(moved.map(textOf))
  return [
    ...moved,
    ...call.filter((fact) => fact.note !== undefined || !told.has(textOf(fact))),
    ...trial.filter(({ kind }) => kind === undefined),
  ]
}

const textOf = ({ name, value }: Fact) => `${inEnglish(name)} ${inEnglish(value)}`

interface Told {
  readonly change?: Pick<TokenChange, 'token' | 'difference'>
  readonly allowance?: Allowance
}

function readCall({ to, data, value }: ToldCall): Told {
  if (!to) return {}
  if (!data || data === '0x') return { change: { difference: -value } }
  if (value !== 0n) return {}
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName === 'transfer') return { change: { token: to.toLowerCase(), difference: -args[1] } }
    if (functionName !== 'approve') return {}
    return { allowance: { token: to, spender: args[0], amount: args[1] } }
  } catch {
    // Not a call of a token.
    return {}
  }
}

const isSameChange = (one: TokenChange | undefined, other: Told['change']): boolean =>
  one !== undefined && other !== undefined && one.token === other.token && one.difference === other.difference

const isSameAllowance = (one: Allowance | undefined, other: Allowance | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.amount === other.amount &&
  one.token.toLowerCase() === other.token.toLowerCase() &&
  one.spender.toLowerCase() === other.spender.toLowerCase()

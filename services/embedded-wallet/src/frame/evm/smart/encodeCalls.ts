import { encodeAbiParameters, encodeFunctionData, type Hex, pad } from 'viem'
import { invalidParams } from '../../readParams.js'
import { accountAbi } from './contracts.js'

export interface AccountCall {
  readonly to: Hex
  readonly data?: Hex
  readonly value: bigint
}

/** @throws FrameError -32602 for a call that creates a contract */
export function readAccountCall({ to, data, value }: Partial<AccountCall> & { value: bigint }): AccountCall {
  if (!to) throw invalidParams('A smart account can’t create a contract by itself. Call a factory.')
  return { to, ...(data ? { data } : {}), value }
}

/** ERC-7579: several calls, which are all undone when one fails. */
const batchOrNothing: Hex = pad('0x01', { dir: 'right', size: 32 })

export const executions = [
  {
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'callData', type: 'bytes' },
    ],
  },
] as const

/** The account's call data that makes the calls. */
export function encodeCalls(calls: readonly AccountCall[]): Hex {
  const all = calls.map(({ to, data = '0x', value }) => ({ target: to, value, callData: data }))
  const [one] = all
  if (one && all.length === 1) {
    return encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [one] })
  }
  return encodeFunctionData({
    abi: accountAbi,
    functionName: 'execute',
    args: [batchOrNothing, encodeAbiParameters(executions, [all])],
  })
}

import type { EvmClient } from '@latchkey/plugin-eip155'
import { type Abi, type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import { callAtOnce } from './callAtOnce.js'

export interface ContractRead {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
}

/**
 * Reads contracts in one request. A contract that refuses, or answers in another form, is `undefined` in the result.
 *
 * @throws as `callAtOnce`
 */
export async function readAtOnce(
  client: EvmClient,
  reads: readonly ContractRead[],
): Promise<readonly unknown[]> {
  const calls = reads.map(({ address: to, abi, functionName, args = [] }) => ({
    to,
    data: encodeFunctionData({ abi, functionName, args }),
  }))
  const answers = await callAtOnce(client, calls)
  return reads.map((read, index) => decode(read, answers[index]))
}

function decode({ abi, functionName }: ContractRead, data: Hex | undefined): unknown {
  if (data === undefined || data === '0x') return undefined
  try {
    return decodeFunctionResult({ abi, functionName, data })
  } catch {
    // Any contract may answer what it likes; what has another form is no answer.
    return undefined
  }
}

import type { EvmClient } from '@latchkey/plugin-eip155'
import {
  type Abi,
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  multicall3Abi,
  prepareEncodeFunctionData,
} from 'viem'
import { call } from 'viem/actions'

export interface ContractRead {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
}

/**
 * Reads contracts in one request, each of which may refuse: `undefined` then, as for an answer of another form. One call
 * of Multicall3 where the chain names it; elsewhere calls that go together as one batch.
 */
export async function readAtOnce(
  client: EvmClient,
  reads: readonly ContractRead[],
): Promise<readonly unknown[]> {
  const data = encodeReads(reads)
  const answers = await (client.chain.contracts?.multicall3
    ? together(client, client.chain.contracts.multicall3.address, reads, data)
    : oneByOne(client, reads, data))
  return reads.map((read, index) => decode(read, answers[index]))
}

/** Hashes each function's selector once, because many reads use the same one. */
function encodeReads(reads: readonly ContractRead[]): readonly Hex[] {
  const byAbi = new Map<Abi, Map<string, ReturnType<typeof prepareEncodeFunctionData>>>()
  return reads.map(({ abi, functionName, args = [] }) => {
    const known = byAbi.get(abi) ?? new Map()
    byAbi.set(abi, known)
    const prepared = known.get(functionName) ?? prepareEncodeFunctionData({ abi, functionName })
    known.set(functionName, prepared)
    return encodeFunctionData({ ...prepared, args })
  })
}

const list = { abi: multicall3Abi, functionName: 'aggregate3' } as const
const aggregate = prepareEncodeFunctionData(list)

async function together(
  client: EvmClient,
  to: Address,
  reads: readonly ContractRead[],
  data: readonly Hex[],
): Promise<readonly (Hex | undefined)[]> {
  const calls = reads.map(({ address: target }, index) => ({
    target,
    allowFailure: true,
    callData: data[index] as Hex,
  }))
  const answer = await call(client, { to, data: encodeFunctionData({ ...aggregate, args: [calls] }) })
  const results = decodeFunctionResult({ ...list, data: answer.data ?? '0x' })
  return results.map(({ success, returnData }) => (success ? returnData : undefined))
}

async function oneByOne(
  client: EvmClient,
  reads: readonly ContractRead[],
  data: readonly Hex[],
): Promise<readonly (Hex | undefined)[]> {
  const answers = await Promise.allSettled(
    reads.map(({ address: to }, index) => call(client, { to, data: data[index] as Hex })),
  )
  return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.data : undefined))
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

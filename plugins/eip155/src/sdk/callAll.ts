import type { Abi, Address } from 'viem'
import { multicall, readContract } from 'viem/actions'
import type { EvmClient } from '../clients.js'

export interface ContractCall {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args?: readonly unknown[]
}

export type CallResult =
  | { readonly status: 'success'; readonly value: unknown }
  | { readonly status: 'failure'; readonly error: unknown }

/** Reads contracts, each of which may fail: through Multicall3 where the chain names it, otherwise as one batch. */
export async function callAll(
  client: EvmClient,
  calls: readonly ContractCall[],
): Promise<readonly CallResult[]> {
  if (calls.length === 0) return []
  if (client.chain.contracts?.multicall3) {
    const results = await multicall(client, { contracts: calls, allowFailure: true })
    return results.map((result) =>
      result.status === 'success'
        ? { status: 'success', value: result.result }
        : { status: 'failure', error: result.error },
    )
  }
  const results = await Promise.allSettled(calls.map((call) => readContract(client, call)))
  return results.map((result) =>
    result.status === 'fulfilled'
      ? { status: 'success', value: result.value }
      : { status: 'failure', error: result.reason },
  )
}

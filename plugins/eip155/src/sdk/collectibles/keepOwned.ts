import { type Abi, HttpRequestError, parseAbi, BaseError as ViemError } from 'viem'
import { isSameAddress } from '../../address.js'
import type { EvmClient } from '../../clients.js'
import { type CallResult, callAll } from '../callAll.js'
import type { Candidate } from './candidatesOf.js'

export interface OwnedItem extends Candidate {
  readonly count: bigint
}

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
]) as Abi

/** Those that the contracts say the account owns now. A contract that does not answer has nothing. */
export async function keepOwned(
  client: EvmClient,
  account: `0x${string}`,
  candidates: readonly Candidate[],
): Promise<readonly OwnedItem[]> {
  const results = await callAll(
    client,
    candidates.map(({ kind, address, id }) =>
      kind === 'erc721'
        ? { address, abi, functionName: 'ownerOf', args: [id] }
        : { address, abi, functionName: 'balanceOf', args: [account, id] },
    ),
  )
  throwWhenUnreachable(results)
  return candidates.flatMap((candidate, index) => {
    const count = countOf(candidate, results[index], account)
    return count > 0n ? [{ ...candidate, count }] : []
  })
}

function countOf({ kind }: Candidate, result: CallResult | undefined, account: string): bigint {
  if (result?.status !== 'success') return 0n
  if (kind === 'erc1155') return result.value as bigint
  return isSameAddress(String(result.value), account) ? 1n : 0n
}

/** A node that cannot be reached says nothing about what is owned. */
export function throwWhenUnreachable(results: readonly CallResult[]): void {
  for (const result of results) {
    if (result.status === 'success' || !(result.error instanceof ViemError)) continue
    if (result.error.walk((cause) => cause instanceof HttpRequestError)) throw result.error
  }
}

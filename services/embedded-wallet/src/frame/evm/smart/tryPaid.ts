import { encodeFunctionData, type Hex } from 'viem'
import { entryPoint07Abi, toPackedUserOperation } from 'viem/account-abstraction'
import type { Client } from '../node.js'
import { type TokenChange, type Trial, tryCalls } from '../tryCalls.js'
import { contracts } from './contracts.js'
import type { Operation } from './signOperation.js'

/** An account that nobody holds, from which the node simulates the operation. */
const bundler: Hex = '0x00000000000000000000000000000000000b0d1e'

export interface PaidTrial {
  /** The entry point refuses the operation: the service doesn't pay after all. */
  readonly isRefused: boolean
  /** What leaves the account beyond what its calls move. */
  readonly taken: readonly TokenChange[]
}

/**
 * Simulates a signed operation that a paymaster pays for, before any bundler has it. What leaves the account beyond what its
 * calls move is what the paymaster takes. Returns nothing when the node can't simulate.
 */
export async function tryPaid(
  client: Client,
  operation: Operation,
  shown: Trial | undefined,
): Promise<PaidTrial | undefined> {
  if (!shown) return undefined
  const data = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(operation)], bundler],
  })
  const trial = await tryCalls(
    client,
    operation.sender,
    [{ from: bundler, to: contracts.entryPoint, data, value: 0n }],
    { baseFeePerGas: operation.maxFeePerGas },
  )
  if (!trial) return undefined
  return { isRefused: trial.doesFail, taken: trial.changes.flatMap((change) => takenOf(change, shown)) }
}

function takenOf(change: TokenChange, shown: Trial): readonly TokenChange[] {
  const expected = shown.changes.find(({ token }) => token === change.token)?.difference ?? 0n
  const difference = change.difference - expected
  return difference < 0n ? [{ ...change, difference }] : []
}

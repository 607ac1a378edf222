import type { Client } from '../node.js'
import type { Operation } from './signOperation.js'
import { tryFunded } from './tryFunded.js'

/** More than any account's check takes, set up or not. */
const ample = 3_000_000n

/**
 * Whether the gas limits of an operation are enough for the node to carry it out, as if the account could pay for any. Nothing for
 * a node that can't try it, or that finds ample gas too little, too: what it lacks isn't gas then.
 */
export async function hasEnoughGas(
  client: Client,
  operation: Operation,
  chainId: number,
): Promise<boolean | undefined> {
  const { verificationGasLimit, callGasLimit } = operation
  const does = async (check: bigint, calls: bigint) => {
    const limited = { ...operation, verificationGasLimit: check, callGasLimit: calls }
    return (await tryFunded(client, limited, chainId))?.isSuccess ?? false
  }
  try {
    // The code that takes any signature uses some gas on top of the account's own.
    if (await does(verificationGasLimit + 20_000n, callGasLimit)) return true
    return (await does(ample, callGasLimit + ample)) ? false : undefined
  } catch {
    return undefined
  }
}

import { isAddressEqual, maxUint96 } from 'viem'
import type { Client } from '../node.js'
import { simulate } from '../tryCalls.js'
import { isCarriedOut, makeTrial } from './makeTrial.js'
import type { Operation } from './signOperation.js'

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
  const does = (check: bigint, calls: bigint) =>
    doesPass(client, { ...operation, verificationGasLimit: check, callGasLimit: calls }, chainId)
  try {
    // The code that takes any signature uses some gas on top of the account's own.
    if (await does(verificationGasLimit + 20_000n, callGasLimit)) return true
    return (await does(ample, callGasLimit + ample)) ? false : undefined
  } catch {
    return undefined
  }
}

async function doesPass(client: Client, operation: Operation, chainId: number): Promise<boolean> {
  const { paymaster: _, paymasterData: __, ...unpaid } = operation
  const { paymasterVerificationGasLimit: ___, paymasterPostOpGasLimit: ____, ...own } = unpaid
  const { sender } = operation
  const { call, block, state } = await makeTrial(client, own, chainId)
  const ofSender = state.find(({ address }) => isAddressEqual(address, sender))
  const rest = state.filter((one) => one !== ofSender)
  const funded = { ...ofSender, address: sender, balance: maxUint96 }
  const [outcome] = await simulate(client, [call], { block, state: [...rest, funded] })
  return outcome?.status === 'success' && isCarriedOut(operation, outcome.logs)
}

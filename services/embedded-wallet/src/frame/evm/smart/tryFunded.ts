import { isAddressEqual, maxUint96 } from 'viem'
import type { Client } from '../node.js'
import { simulate } from '../tryCalls.js'
import { type CarriedOut, makeTrial, readCarriedOut } from './makeTrial.js'
import type { Operation } from './signOperation.js'

/**
 * Lets the node carry an operation out as if the account could pay for any, and nobody paid in its place. Returns nothing when the entry
 * point refuses it.
 *
 * @throws Error of a node that can't try it
 */
export async function tryFunded(
  client: Client,
  operation: Operation,
  chainId: number,
): Promise<CarriedOut | undefined> {
  const { paymaster: _, paymasterData: __, ...unpaid } = operation
  const { paymasterVerificationGasLimit: ___, paymasterPostOpGasLimit: ____, ...own } = unpaid
  const { sender } = operation
  const { call, block, state } = await makeTrial(client, own, chainId)
  const ofSender = state.find(({ address }) => isAddressEqual(address, sender))
  const rest = state.filter((one) => one !== ofSender)
  const funded = { ...ofSender, address: sender, balance: maxUint96 }
  const [outcome] = await simulate(client, [call], { block, state: [...rest, funded] })
  return outcome?.status === 'success' ? readCarriedOut(operation, outcome.logs) : undefined
}

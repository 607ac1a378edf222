import {
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  type Log,
  parseEventLogs,
  type StateOverride,
} from 'viem'
import { entryPoint07Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { generatePrivateKey } from 'viem/accounts'
import type { Client } from '../node.js'
import { allowAnySignature, randomAddress } from './anySignature.js'
import { contracts, eventAbi } from './contracts.js'
import { type Operation, signOperation } from './signOperation.js'

/** What a bundler would send for an operation, and the state that it can be tried in. */
interface OperationTrial {
  readonly call: { readonly from: Hex; readonly to: Hex; readonly data: Hex; readonly value: bigint }
  readonly block: { readonly baseFeePerGas: bigint }
  readonly state: StateOverride
}

/**
 * Makes what the node needs to try an operation that its owner hasn't signed. The signature and the bundler are made up, and differ
 * each time: what stays the same in every trial would tell a paymaster's contract when to behave.
 *
 * @throws Error when the node can't say what code the account runs
 */
export async function makeTrial(
  client: Client,
  operation: Operation,
  chainId: number,
): Promise<OperationTrial> {
  const state = await allowAnySignature(client, operation)
  const bundler = randomAddress()
  const tried = await signOperation(operation, chainId, generatePrivateKey())
  const data = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(tried)], bundler],
  })
  return {
    call: { from: bundler, to: contracts.entryPoint, data, value: 0n },
    block: { baseFeePerGas: operation.maxFeePerGas },
    state,
  }
}

/** The entry point's words about an operation that it carried out. */
export interface CarriedOut {
  readonly isSuccess: boolean
  /** With what it charges for gas that was kept ready and not used. */
  readonly gasUsed: bigint
}

/** The EntryPoint's own call succeeds also when the calls of the operation don't: only its event tells. */
export function readCarriedOut({ sender, nonce }: Operation, all: readonly Log[]): CarriedOut | undefined {
  const logs = all.filter(({ address }) => isAddressEqual(address, contracts.entryPoint))
  const found = parseEventLogs({ abi: eventAbi, eventName: 'UserOperationEvent', logs }).find(
    ({ args }) => isAddressEqual(args.sender, sender) && args.nonce === nonce,
  )
  return found && { isSuccess: found.args.success, gasUsed: found.args.actualGasUsed }
}

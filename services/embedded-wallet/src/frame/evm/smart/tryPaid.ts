import { encodeFunctionData, isAddressEqual, parseEventLogs } from 'viem'
import { entryPoint07Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { generatePrivateKey } from 'viem/accounts'
import type { Client } from '../node.js'
import { type TokenChange, type Trial, tryCalls } from '../tryCalls.js'
import { allowAnySignature, randomAddress } from './anySignature.js'
import { contracts, eventAbi } from './contracts.js'
import { type Operation, signOperation } from './signOperation.js'

export interface PaidTrial {
  /** The entry point wouldn't take it, or its calls would fail: the service doesn't pay after all. */
  readonly isRefused: boolean
  /** What leaves the account beyond what its calls move. */
  readonly taken: readonly TokenChange[]
}

/**
 * Lets the node carry out an operation that somebody else pays for, before the owner signs it. What leaves the account beyond
 * what its calls do is what the paymaster takes. Returns nothing for a node that can't, and where more tokens move than are
 * looked at: what the paymaster takes may be among the others.
 *
 * The signature and the bundler are made up, and differ each time: what stays the same in every trial would tell a
 * paymaster's contract when to behave.
 */
export async function tryPaid(
  client: Client,
  operation: Operation,
  shown: Trial | undefined,
  chainId: number,
): Promise<PaidTrial | undefined> {
  if (!shown) return undefined
  const state = await allowAnySignature(client, operation).catch(() => undefined)
  if (!state) return undefined
  const bundler = randomAddress()
  const tried = await signOperation(operation, chainId, generatePrivateKey())
  const data = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(tried)], bundler],
  })
  const trial = await tryCalls(
    client,
    operation.sender,
    [{ from: bundler, to: contracts.entryPoint, data, value: 0n }],
    { block: { baseFeePerGas: operation.maxFeePerGas }, state },
  )
  if (!trial || trial.isPartial || shown.isPartial) return undefined
  return { isRefused: trial.doesFail || !isCarriedOut(operation, trial), taken: takenIn(trial, shown) }
}

/** The EntryPoint's own call succeeds also when the calls of the operation don't: only its event tells. */
function isCarriedOut({ sender, nonce }: Operation, trial: Trial): boolean {
  const logs = trial.logs.flat().filter(({ address }) => isAddressEqual(address, contracts.entryPoint))
  return parseEventLogs({
    abi: eventAbi,
    eventName: 'UserOperationEvent',
    logs,
  }).some(({ args }) => isAddressEqual(args.sender, sender) && args.nonce === nonce && args.success)
}

/** What the calls bring and the paymaster takes isn't a change of the trial any more: both sides are looked through. */
function takenIn(trial: Trial, shown: Trial): readonly TokenChange[] {
  const differenceIn = ({ changes }: Trial, token: string | undefined) =>
    changes.find((change) => change.token === token)?.difference ?? 0n
  const all = new Map([...shown.changes, ...trial.changes].map((change) => [change.token, change]))
  return [...all.values()].flatMap((change): readonly TokenChange[] => {
    const difference = differenceIn(trial, change.token) - differenceIn(shown, change.token)
    return difference < 0n ? [{ ...change, difference }] : []
  })
}

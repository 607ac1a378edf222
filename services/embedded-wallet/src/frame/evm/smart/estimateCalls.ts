import { type Hex, numberToHex } from 'viem'
import { type Client, clientOf } from '../node.js'
import { readCalls } from '../readCalls.js'
import { readAccountCall } from './encodeCalls.js'
import type { SmartContext } from './performCalls.js'
import { feeToHold, type PlannedOperation, priceOperation } from './planOperation.js'
import { costLimit, type Operation } from './signOperation.js'
import { tryFunded } from './tryFunded.js'

/** Cost of calls for the account, in the smallest unit of the network's coin. */
export interface CallsEstimate {
  /** The most that it can be charged. */
  readonly maxFee: Hex
  /** How much of that it has to hold beside what the calls send. */
  readonly feeToHold: Hex
  /** What it will be charged by the prices of now. Absent where the node can't try the calls. */
  readonly likelyFee?: Hex
  /** The part of `likelyFee` that sets the account up. Absent for an account that is. */
  readonly setUpFee?: Hex
}

/**
 * `latchkey_estimateCalls`: what `wallet_sendCalls` with the same object would cost the smart account, by its bundlers and the node.
 * Nobody is asked, nothing is signed, and the account needn't hold anything.
 *
 * @throws FrameError when the calls can't be carried out
 */
export async function estimateCalls(
  params: unknown,
  context: Pick<SmartContext, 'smart' | 'address' | 'chainId' | 'rpcUrl' | 'signal'>,
): Promise<CallsEstimate> {
  const calls = readCalls(params, context, { isAtomic: true }).calls.map(readAccountCall)
  const client = clientOf(context)
  const { key: nonceKey, giveBack } = context.smart.nonceKeys.take()
  try {
    const planned = await priceOperation(client, calls, { ...context, nonceKey, mayLackFunds: true })
    const { operation, funds } = planned
    const likely = await likelyFees(client, planned, context.chainId)
    return {
      maxFee: numberToHex(costLimit(operation)),
      feeToHold: numberToHex(feeToHold(operation, funds.deposit)),
      ...likely,
    }
  } finally {
    giveBack()
  }
}

/** Gas that a trial takes because the account's code is another one in it, which takes any signature. */
const trialGas = 3_100n
/** Gas of every transaction, a part of the trial of the set-up alone. */
const transactionGas = 21_000n

async function likelyFees(
  client: Client,
  { operation, isDeployed, trial }: PlannedOperation,
  chainId: number,
): Promise<Pick<CallsEstimate, 'likelyFee' | 'setUpFee'>> {
  const [tried, price] = await Promise.all([
    tryFunded(client, operation, chainId).catch(() => undefined),
    readPrice(client, operation),
  ])
  if (!tried) return {}
  const likelyFee = numberToHex((tried.gasUsed - trialGas) * price)
  const ofSetUp = isDeployed ? undefined : trial?.gasUsed[0]
  if (ofSetUp === undefined) return { likelyFee }
  return { likelyFee, setUpFee: numberToHex((ofSetUp - transactionGas) * price) }
}

/** The entry point charges this for a unit of gas (ERC-4337). */
async function readPrice(client: Client, { maxFeePerGas, maxPriorityFeePerGas }: Operation): Promise<bigint> {
  const { baseFeePerGas } = await client.getBlock()
  const asked = (baseFeePerGas ?? maxFeePerGas) + maxPriorityFeePerGas
  return asked < maxFeePerGas ? asked : maxFeePerGas
}

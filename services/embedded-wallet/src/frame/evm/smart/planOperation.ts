import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { formatEther, type Hex } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { nameNetwork } from '../../networkNames.js'
import { type Client, nodeError } from '../node.js'
import { type Trial, tryCalls } from '../tryCalls.js'
import { BundlersError, type GasEstimate } from './bundlers.js'
import { chooseEstimate } from './chooseEstimate.js'
import { contracts } from './contracts.js'
import { type AccountCall, encodeCalls } from './encodeCalls.js'
import { readNonce } from './findOutcome.js'
import { costLimit, type Operation } from './signOperation.js'
import type { SmartTools } from './smartTools.js'
import type { Paymaster } from './askPaymaster.js'
import { type Payer, sponsorOperation } from './sponsorOperation.js'
import { inEnglish } from '../../../words/translate.js'

export interface PlannedOperation {
  /** Everything but the signature. */
  readonly operation: Operation
  readonly isDeployed: boolean
  readonly trial: Trial | undefined
  readonly payer: Payer
}

/** A placeholder in the right form, as long as the signature that replaces it. */
const stubSignature: Hex =
  '0xfffffffffffffffffffffffffffffff0000000000000000000000000000000007aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1c'

interface PlanContext {
  readonly chainId: number
  readonly signal: AbortSignal
  readonly smart: Pick<SmartTools, 'account' | 'bundlers'>
  readonly nonceKey: bigint
  /** The operation to replace. It's to have the same nonce. */
  readonly replaces?: Pick<Operation, 'nonce' | 'maxFeePerGas' | 'maxPriorityFeePerGas'> | undefined
  /** The app's service that should pay the fee. */
  readonly service?: Paymaster | undefined
  /** Whether the operation is priced also where the account can't pay for it. Default false. */
  readonly mayLackFunds?: boolean
}

/** Makes the operation for calls, and simulates it on the node. @throws FrameError when it can't be carried out or paid for */
export async function planOperation(
  client: Client,
  calls: readonly AccountCall[],
  context: PlanContext,
): Promise<PlannedOperation> {
  const { funds, ...planned } = await priceOperation(client, calls, context)
  requireFunds(planned.operation, calls, funds, context.chainId)
  return planned
}

/** The same, whatever the account holds. @throws FrameError when it can't be carried out */
export async function priceOperation(
  client: Client,
  calls: readonly AccountCall[],
  context: PlanContext,
): Promise<PlannedOperation & { readonly funds: Funds }> {
  const { account, bundlers } = context.smart
  const [isDeployed, nonce, fees, balance, deposit] = await Promise.all([
    hasCode(client, account.address),
    readNonce(client, account.address, context.nonceKey),
    client.estimateFeesPerGas(),
    client.getBalance({ address: account.address }),
    readDeposit(client, account.address),
  ]).catch((cause: unknown) => {
    throw nodeError(cause)
  })
  if (!isDeployed) await requireParts(client, context.chainId)
  const { replaces } = context
  if (replaces && nonce !== replaces.nonce) throw passed()
  const { address: sender, factory, factoryData } = account
  const draft: Operation = {
    sender,
    nonce,
    callData: encodeCalls(calls),
    ...(isDeployed ? {} : { factory, factoryData }),
    // The fee may rise until it's mined, and a bundler won't take an operation that pays less than its own transaction costs.
    maxFeePerGas: larger(fees.maxFeePerGas * 2n, raise(replaces?.maxFeePerGas)),
    maxPriorityFeePerGas: larger(fees.maxPriorityFeePerGas * 2n, raise(replaces?.maxPriorityFeePerGas)),
    callGasLimit: 0n,
    verificationGasLimit: 0n,
    preVerificationGas: 0n,
    signature: stubSignature,
  }
  const trial = await tryOperation(client, draft)
  if (trial?.doesFail) throw fails('The network says that it would fail.')
  const { chainId, signal } = context
  const estimate = (priced: Operation) => chooseEstimate(priced, { client, bundlers, chainId, trial, signal })
  const sponsored = await findSponsor(draft, trial, estimate, context)
  const operation = sponsored ?? {
    ...draft,
    ...(await estimate(draft)
      .catch((error: unknown) => {
        if (!context.mayLackFunds || !(error instanceof BundlersError)) throw error
        // At no price, a bundler doesn't miss what the account lacks.
        return estimate({ ...draft, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n })
      })
      .catch((cause: unknown) => {
        throw cause instanceof BundlersError ? fails(cause.message) : cause
      })),
  }
  const payer = sponsored ? 'app' : context.service ? 'accountAfterAll' : 'account'
  return { operation, isDeployed, trial, payer, funds: { balance, deposit } }
}

const larger = (left: bigint, right: bigint) => (left > right ? left : right)

/** Bundlers replace an operation by one that pays a tenth more of both, at least (ERC-4337). */
const raise = (fee = 0n) => (fee * 110n + 99n) / 100n

const passed = () =>
  new FrameError('rpc_error', 'This transaction is no longer waiting.', { rpcCode: -32000 })

/** An operation that the app's service pays for. Nothing when it doesn't pay, or the node can't simulate what it takes. */
async function findSponsor(
  draft: Operation,
  trial: Trial | undefined,
  estimate: (draft: Operation) => Promise<GasEstimate>,
  { service, chainId, signal }: PlanContext,
): Promise<Operation | undefined> {
  if (!service || !trial) return undefined
  try {
    return await sponsorOperation({ service, draft, chainId, signal, estimate })
  } catch (error) {
    if (signal.aborted) throw error
    // The preview says so, and the person decides whether to pay.
    return undefined
  }
}

export const hasCode = async (client: Client, address: Hex): Promise<boolean> =>
  ((await client.getCode({ address })) ?? '0x') !== '0x'

/** @throws FrameError when a network lacks the contracts of smart accounts */
async function requireParts(client: Client, chainId: number): Promise<void> {
  const parts = [contracts.entryPoint, contracts.factory, contracts.implementation]
  const have = await Promise.all(parts.map((address) => hasCode(client, address)))
  if (have.every(Boolean)) return
  const { name } = nameNetwork(`eip155:${chainId}`)
  throw new FrameError('network_not_supported', `There are no smart accounts on ${inEnglish(name)}.`)
}

/** Simulates what the EntryPoint does: deploys the account if needed, and calls it. */
function tryOperation(
  client: Client,
  { sender, factory, factoryData, callData }: Operation,
): Promise<Trial | undefined> {
  const from = contracts.entryPoint
  return tryCalls(client, sender, [
    ...(factory ? [{ from, to: factory, data: factoryData, value: 0n }] : []),
    { from, to: sender, data: callData, value: 0n },
  ])
}

interface Funds {
  readonly balance: bigint
  /** What the EntryPoint holds of the account, and takes fees from first. */
  readonly deposit: bigint
}

const readDeposit = (client: Client, address: Hex): Promise<bigint> =>
  client.readContract({
    address: contracts.entryPoint,
    abi: entryPoint07Abi,
    functionName: 'balanceOf',
    args: [address],
  })

/** @throws FrameError */
function requireFunds(
  operation: Operation,
  calls: readonly AccountCall[],
  { balance, deposit }: Funds,
  chainId: number,
): void {
  const sent = calls.reduce((sum, { value }) => sum + value, 0n)
  const needed = sent + (operation.paymaster ? 0n : feeToHold(operation, deposit))
  if (balance >= needed) return
  const symbol = inEnglish(nameNetwork(`eip155:${chainId}`).symbol)
  throw new FrameError(
    'rpc_error',
    `The smart account holds ${formatEther(balance)} ${symbol}, and this may need ${formatEther(needed)} ${symbol} with its fee.`,
    { rpcCode: -32000 },
  )
}

/** The part of the highest fee that the account has to hold: the EntryPoint takes the rest from what it holds of the account. */
export function feeToHold(operation: Operation, deposit: bigint): bigint {
  const fee = costLimit(operation)
  return fee > deposit ? fee - deposit : 0n
}

const fails = (reason: string) =>
  new FrameError('rpc_error', `This can’t be carried out: ${reason.slice(0, 250)}`, { rpcCode: -32000 })

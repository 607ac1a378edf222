import { nameNetwork } from '../../networkNames.js'
import type { Fact } from '../../screen.js'
import { type Client, clientOf } from '../node.js'
import { feeFact, tokenOf } from '../sendTransaction.js'
import type { EvmContext } from '../shapes.js'
import { factOfChange, factsOfTrial } from '../tryCalls.js'
import type { Paymaster } from './askPaymaster.js'
import type { AccountCall } from './encodeCalls.js'
import { factsOfControl } from './factsOfControl.js'
import type { Outcome, SoughtOperation } from './findOutcome.js'
import { type PlannedOperation, planOperation } from './planOperation.js'
import { previewOwnCall } from './previewOwnCall.js'
import { costLimit, hashOperation, type Operation, signOperation } from './signOperation.js'
import type { SmartTools } from './smartTools.js'
import type { Payer } from './sponsorOperation.js'
import { isRefusedByAll, submitOperation } from './submitOperation.js'
import { tryPaid } from './tryPaid.js'

export interface SmartContext extends EvmContext {
  readonly smart: SmartTools
  /** What the calls are for, where the wallet made them itself: it's told in place of each call. */
  readonly about?: OperationPurpose
}

export interface OperationPurpose {
  readonly title: string
  readonly text: string
  readonly accept: string
  readonly facts: readonly Fact[]
}

/** An operation that the person agreed to, signed. */
export interface SignedOperation {
  readonly operation: Operation
  readonly sought: SoughtOperation
  /** Hands it over, and waits until the node shows it. */
  submit(options: { readonly signal: AbortSignal; onTaken?(): void }): Promise<Outcome>
}

/**
 * Turns the calls into one operation, shows the person what it does and the most it can cost, and signs it. Either all calls
 * are carried out, or none.
 *
 * @throws FrameError
 */
export async function signCalls(
  calls: readonly AccountCall[],
  context: SmartContext,
  service?: Paymaster,
): Promise<SignedOperation> {
  const { chainId, smart } = context
  const client = clientOf(context)
  const { key: nonceKey, giveBack } = smart.nonceKeys.take()
  try {
    const fromBlock = await client.getBlockNumber()
    const operation = await agree(client, calls, { ...context, nonceKey, service })
    const { sender, nonce } = operation
    const sought = { hash: hashOperation(operation, chainId), sender, nonce, fromBlock }
    return {
      operation,
      sought,
      async submit(options) {
        const { bundlers, limits } = smart
        const known = { client, bundlers, operation, sought, ...(limits ? { limits } : {}) }
        const outcome = await submitOperation({ ...known, ...options }).catch((error: unknown) => {
          // What is asked for next gets the same nonce: should a bundler have kept this one, only one of the two can count.
          if (isRefusedByAll(error)) giveBack()
          throw error
        })
        // One that is held up keeps its row: the next isn't to wait behind it.
        giveBack()
        return outcome
      },
    }
  } catch (error) {
    giveBack()
    throw error
  }
}

interface AgreeContext extends SmartContext {
  readonly nonceKey: bigint
  readonly service: Paymaster | undefined
}

/**
 * The operation that the person agreed to, signed. Where the app's service doesn't pay after all, they are asked once more. Only
 * what they agreed to in the end is ever signed: of two signed operations, both could be carried out.
 */
async function agree(
  client: Client,
  calls: readonly AccountCall[],
  context: AgreeContext,
): Promise<Operation> {
  const planned = await planOperation(client, calls, context)
  await askForOperation(client, calls, planned, context)
  if (planned.payer !== 'app' || (await isPaid(client, planned, context))) {
    return sign(planned, context)
  }
  const own = await planOperation(client, calls, { ...context, service: undefined })
  await askForOperation(client, calls, { ...own, payer: 'accountAfterAll' }, context)
  return sign(own, context)
}

async function sign({ operation }: PlannedOperation, context: SmartContext): Promise<Operation> {
  return signOperation(operation, context.chainId, await context.key())
}

/** Tries the operation before it's signed, and asks for what the paymaster takes for it. */
async function isPaid(
  client: Client,
  { operation, trial }: PlannedOperation,
  { appOrigin, chainId, screen, signal }: SmartContext,
): Promise<boolean> {
  const tried = await tryPaid(client, operation, trial, chainId)
  if (!tried || tried.isRefused) return false
  if (tried.taken.length === 0) return true
  const { name: network, symbol } = nameNetwork(`eip155:${chainId}`)
  await screen.ask(
    {
      view: 'approve',
      title: 'Pay the network fee in another way',
      text: 'The service that the app named takes this from your account for the network fee.',
      facts: [
        { name: 'Asked by', value: appOrigin },
        ...tried.taken.map((change) => ({
          ...factOfChange(change, symbol),
          name: 'You pay about',
          isWarning: true,
        })),
        { name: 'Goes through', value: operation.paymaster ?? '' },
        { name: 'Network', value: network },
      ],
      accept: 'Pay',
      refuse: 'Decline',
    },
    signal,
  )
  return true
}

async function askForOperation(
  client: Client,
  calls: readonly AccountCall[],
  { operation, isDeployed, trial, payer }: PlannedOperation,
  context: SmartContext,
): Promise<void> {
  const { name: network, symbol } = nameNetwork(`eip155:${context.chainId}`)
  const tokens = await Promise.all(calls.map((call) => tokenOf(client, call)))
  const isOne = calls.length === 1
  const { about } = context
  const steps = calls.flatMap((call, index): readonly Fact[] => [
    ...(isOne ? [] : [{ name: 'Step', value: `${index + 1} of ${calls.length}` }]),
    ...previewOwnCall(operation.sender, { ...call, symbol, token: tokens[index] }),
  ])
  await context.screen.ask(
    {
      view: 'approve',
      title: about?.title ?? (isOne ? 'Send a transaction' : `Send ${calls.length} calls at once`),
      ...(about ? { text: about.text } : isOne ? {} : { text: 'All of them happen, or none.' }),
      facts: [
        { name: 'Asked by', value: context.appOrigin },
        ...(about?.facts ?? [...factsOfControl(operation.sender, calls, trial), ...steps]),
        ...factsOfTrial(trial, symbol),
        { name: 'From', value: `Smart account ${operation.sender}` },
        ...(isDeployed ? [] : [{ name: 'First', value: 'Your smart account is set up on this network' }]),
        { name: 'Network', value: network },
        ...factsOfPayer(payer, context.appOrigin),
        ...(payer === 'app' ? [] : [feeFact(costLimit(operation), symbol)]),
      ],
      raw: calls.map(({ data }) => data ?? '0x').join('\n'),
      accept: about?.accept ?? 'Send',
      refuse: 'Decline',
    },
    context.signal,
  )
}

function factsOfPayer(payer: Payer, appOrigin: string): readonly Fact[] {
  if (payer === 'account') return []
  const { host } = new URL(appOrigin)
  return payer === 'app'
    ? [{ name: 'Network fee', value: `${host} pays it` }]
    : [{ name: 'Network fee', value: `${host} doesn’t pay it this time. You pay it.`, isWarning: true }]
}

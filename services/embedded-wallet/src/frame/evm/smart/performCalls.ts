import type { Hex } from 'viem'
import { askWithFee, type FeeLimit, feeFacts } from '../../askWithFee.js'
import { nameNetwork } from '../../networkNames.js'
import { askedBy, type Fact, networkFact } from '../../facts.js'
import { type Client, clientOf } from '../node.js'
import { amountOf, tokenOf } from '../sendTransaction.js'
import type { EvmContext } from '../shapes.js'
import type { CallRecords } from '../sentCalls.js'
import { factOfChange, factsOfTrial } from '../tryCalls.js'
import type { Paymaster } from './askPaymaster.js'
import type { AccountCall } from './encodeCalls.js'
import { factsOfControl } from './factsOfControl.js'
import type { Outcome } from './findOutcome.js'
import { type PlannedOperation, planOperation } from './planOperation.js'
import { previewOwnCall } from './previewOwnCall.js'
import { endOperation, otherHashes, recordOperation, soughtOf } from './operationRecords.js'
import { costLimit, type Operation, signOperation } from './signOperation.js'
import type { SmartTools } from './smartTools.js'
import type { Payer } from './sponsorOperation.js'
import { isRefusedByAll, submitOperation } from './submitOperation.js'
import { tryPaid } from './tryPaid.js'
import { factsOfOne, withoutToldByCall } from '../toldByCall.js'
import { say, type Sentence } from '../../../words/say.js'

export interface SmartContext extends EvmContext {
  readonly smart: SmartTools
  /** What the calls are for, where the wallet made them itself: it's told in place of each call. */
  readonly about?: OperationPurpose
  /** The operation that waits, whose place the new one takes. */
  readonly replaces?: Pick<Operation, 'nonce' | 'maxFeePerGas' | 'maxPriorityFeePerGas'> & {
    readonly hash: Hex
  }
  readonly records: CallRecords
}

export interface OperationPurpose {
  readonly title: Sentence
  readonly text: Sentence
  readonly accept: Sentence
  readonly facts: readonly Fact[]
}

/** An operation that the person agreed to, signed. */
export interface SignedOperation {
  readonly operation: Operation
  /** Hands it over, and waits until the node shows it. */
  submit(options: { readonly signal: AbortSignal; onTaken?(): void }): Promise<Outcome>
}

/**
 * Turns the calls into one operation, shows the person what it does and the most it can cost, and signs it. Either all calls
 * are carried out, or none. It's written down before it leaves, so that a page that ends now knows of it afterwards.
 *
 * @throws FrameError
 */
export async function signCalls(
  calls: readonly AccountCall[],
  context: SmartContext,
  { id, service }: SignOptions = {},
): Promise<SignedOperation> {
  const { smart, records } = context
  const client = clientOf(context)
  const { key: nonceKey, giveBack } = smart.nonceKeys.take()
  try {
    const fromBlock = await client.getBlockNumber()
    const operation = await agree(client, calls, { ...context, nonceKey, service })
    const record = recordOperation({ id, operation, calls, service, fromBlock }, context)
    records.write(record)
    return {
      operation,
      async submit(options) {
        const { bundlers, limits } = smart
        const sought = soughtOf(record.operation)
        const others = () => otherHashes(records, record)
        const known = { client, bundlers, operation, sought, others, ...(limits ? { limits } : {}) }
        const outcome = await submitOperation({ ...known, ...options }).catch((error: unknown) => {
          // What is asked for next gets the same nonce: should a bundler have kept this one, only one of the two can count.
          if (isRefusedByAll(error)) {
            giveBack()
            endOperation(records, record.id, { isRefused: true })
          }
          throw error
        })
        endOperation(records, record.id)
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

interface SignOptions {
  /** The app's id for the calls. */
  readonly id?: string
  /** The app's service that should pay the fee. */
  readonly service?: Paymaster | undefined
}

export interface AgreeContext extends SmartContext {
  readonly nonceKey: bigint
  readonly service: Paymaster | undefined
}

/**
 * The operation that the person agreed to, signed. Where the app's service doesn't pay after all, they are asked once more. Only
 * what they agreed to in the end is ever signed: of two signed operations, both could be carried out.
 */
export async function agree(
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
  context: SmartContext,
): Promise<boolean> {
  const { chainId, screen, signal } = context
  const tried = await tryPaid(client, operation, trial, chainId)
  if (!tried || tried.isRefused) return false
  if (tried.taken.length === 0) return true
  const { symbol } = nameNetwork(`eip155:${chainId}`, context.app)
  await screen.ask(
    {
      view: 'approve',
      title: say`Pay the network fee in another way`,
      text: say`The service that the app named takes this from your account for the network fee.`,
      facts: [
        askedBy(context),
        ...tried.taken.map((change) => ({
          ...factOfChange(change, symbol),
          name: say`You pay about`,
          isWarning: true,
        })),
        { name: say`Goes through`, value: operation.paymaster ?? '' },
        networkFact(`eip155:${context.chainId}`, context.app),
      ],
      accept: say`Pay`,
      refuse: say`Decline`,
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
  const { symbol } = nameNetwork(`eip155:${context.chainId}`, context.app)
  const tokens = await Promise.all(calls.map((call) => tokenOf(client, call)))
  const isOne = calls.length === 1
  const { about, replaces } = context
  const words = about ?? (replaces ? speedingUp : undefined)
  const steps = calls.flatMap((call, index): readonly Fact[] => [
    ...(isOne ? [] : [{ name: say`Step`, value: say`${index + 1} of ${calls.length}` }]),
    ...previewOwnCall(operation.sender, { ...call, symbol, token: tokens[index] }),
  ])
  const fee: FeeLimit | undefined =
    payer === 'app' ? undefined : { value: costLimit(operation), symbol, ...amountOf(calls) }
  const tried = factsOfTrial(isOne && !about ? withoutToldByCall(trial, calls[0]) : trial, symbol)
  const fees = withNote(
    [...factsOfPayer(payer, context.appOrigin), ...(fee ? feeFacts(fee) : [])],
    isDeployed ? undefined : say`Includes one-time account setup`,
  )
  await askWithFee(
    context,
    {
      view: 'approve',
      title: words?.title ?? (isOne ? say`Send a transaction` : say`Send ${calls.length} calls at once`),
      ...(words ? { text: words.text } : isOne ? {} : { text: say`All of them happen, or none.` }),
      facts: [
        askedBy(context),
        ...(about ? [...about.facts, ...tried, ...fees] : factsOfControl(operation.sender, calls, trial)),
        // What several calls come to stands before each of them: few people read on to the end.
        ...(about ? [] : isOne ? [...factsOfOne(steps, tried), ...fees] : [...tried, ...fees, ...steps]),
        ...(replaces ? [{ name: say`Takes the place of`, value: replaces.hash }] : []),
        { name: say`From`, value: say`Smart account ${operation.sender}` },
        networkFact(`eip155:${context.chainId}`, context.app),
      ],
      raw: calls.map(({ data }) => data ?? '0x').join('\n'),
      accept: words?.accept ?? say`Send`,
      refuse: say`Decline`,
    },
    fee,
  )
}

const speedingUp = {
  title: say`Speed up a transaction`,
  text: say`It takes the place of the one that’s waiting. Only one of the two can go through, and you pay only for that one.`,
  accept: say`Speed up`,
}

/** Puts a note below the first of the lines about the fee. */
const withNote = ([first, ...rest]: readonly Fact[], note: Sentence | undefined): readonly Fact[] =>
  first && note ? [{ ...first, note }, ...rest] : first ? [first, ...rest] : []

function factsOfPayer(payer: Payer, appOrigin: string): readonly Fact[] {
  if (payer === 'account') return []
  const { host } = new URL(appOrigin)
  return payer === 'app'
    ? [{ name: say`Network fee`, value: say`${host} pays it` }]
    : [{ name: say`Network fee`, value: say`${host} doesn’t pay it this time. You pay it.`, isWarning: true }]
}

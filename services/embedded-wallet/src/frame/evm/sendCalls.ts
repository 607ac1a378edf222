import { FrameError, withGasMargin } from '@latchkey/plugin-email-auth/protocol'
import { bytesToHex, type Hex } from 'viem'
import * as z from 'zod/mini'
import { askWithFee, type FeeLimit, feeFacts } from '../askWithFee.js'
import { nameNetwork } from '../networkNames.js'
import { readParams } from '../readParams.js'
import { handOver } from './handOver.js'
import { type Client, clientOf, nodeError } from './node.js'
import type { PermissionRecords } from './permissions/permissionRecords.js'
import { type PreparedTransaction, prepareTransaction, signTransaction } from './prepareTransaction.js'
import { type AskedCall, type AskedCalls, readCalls } from './readCalls.js'
import { amountOf, tokenOf } from './sendTransaction.js'
import { type CallRecords, isPastWaiting, notKnown, type SentCalls } from './sentCalls.js'
import type { EvmContext } from './shapes.js'
import { factsOfControl } from './smart/factsOfControl.js'
import { previewOwnCall } from './smart/previewOwnCall.js'
import { readOperationStatus } from './smart/smartCalls.js'
import type { SmartTools } from './smart/smartTools.js'
import { type Upgrade, readUpgrade } from './upgrade/readUpgrade.js'
import { canSendAtOnce, sendAtOnce } from './upgrade/sendAtOnce.js'
import { factsOfTrial, type Trial, tryCalls } from './tryCalls.js'
import { askedBy, networkFact } from '../facts.js'
import { factsOfOne, withoutToldByCall } from './toldByCall.js'
import { say } from '../../words/say.js'

/** What the calls of an account without code need besides. */
export interface CallsContext extends EvmContext {
  readonly records: CallRecords
  /** Present where the request is for the smart account. */
  readonly smart?: SmartTools | undefined
  /** The permissions that were given. Present where the request is for the smart account. */
  readonly permissions?: PermissionRecords
}

/**
 * `wallet_sendCalls` (EIP-5792) for the account of a key: the person agrees to all calls at once. Each is a transaction, sent
 * when the one before has succeeded; they are one transaction where the account is upgraded (EIP-7702), or the app wants all or
 * none. Answers when the first was sent.
 *
 * @throws FrameError with the numbers of EIP-5792
 */
export async function sendCalls(params: unknown, context: CallsContext): Promise<{ id: string }> {
  const { records } = context
  const upgrade = await upgradeOf(context)
  const asked = readCalls(params, context, { isAtomic: canSendAtOnce(upgrade) })
  const id = asked.id ?? bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  if (records.read(id) || records.running.has(id)) {
    throw new FrameError('invalid_request', 'Calls with this id were asked for before.', { rpcCode: 5720 })
  }
  // From here on the id is taken, also while the person reads.
  records.running.add(id)
  const isAtOnce = asked.calls.length > 1 && (asked.isAtomicRequired || upgrade.kind === 'own')
  try {
    if (isAtOnce) {
      await sendAtOnce(id, asked, upgrade, context)
      records.running.delete(id)
      return { id }
    }
    const rest = await sendFirst(id, asked, context)
    void rest().finally(() => records.running.delete(id))
    return { id }
  } catch (error) {
    records.running.delete(id)
    throw error
  }
}

/** Without an answer of the node, the account counts as one that sends one call after the other. */
const upgradeOf = async (context: CallsContext): Promise<Upgrade> =>
  context.rpcUrl === undefined
    ? noUpgrade
    : readUpgrade(clientOf(context), context.address).catch(() => noUpgrade)

const noUpgrade: Upgrade = { kind: 'none', isPossible: false }

async function sendFirst(id: string, { calls }: AskedCalls, context: CallsContext) {
  const client = clientOf(context)
  const plan = await planCalls(client, calls, context)
  await askForCalls(client, calls, plan, context)
  const record: SentCalls = {
    id,
    chainId: `0x${context.chainId.toString(16)}`,
    count: calls.length,
    hashes: [],
  }
  const [first] = plan.prepared
  if (!first) throw new FrameError('failed')
  const signed = await signTransaction(first.signable, context)
  const started = { ...record, hashes: [signed.hash] }
  // Before it leaves: calls that the node took are known also when its answer is lost.
  context.records.write(started)
  await handOver(client, signed).catch((error: unknown) => {
    context.records.remove(id)
    throw error
  })
  return () => sendRest(client, started, plan.prepared.slice(1), context)
}

interface Plan {
  readonly prepared: readonly PreparedTransaction[]
  readonly trial: Trial | undefined
}

/** Gas for being a transaction of its own: 21,000 with the margin. Some nodes don't count it for the calls that they try. */
const alone = 14_000n

/** What a later call needs is known by trying all of them in a row: alone it may fail, as a swap before its approval does. */
async function planCalls(client: Client, calls: readonly AskedCall[], context: CallsContext): Promise<Plan> {
  const trial = await tryCalls(client, context.address, calls)
  const { gasLimit: blockGasLimit } = await client.getBlock().catch((cause: unknown) => {
    throw nodeError(cause)
  })
  const prepared: PreparedTransaction[] = []
  let nonce: number | undefined
  for (const [index, call] of calls.entries()) {
    const used = trial?.gasUsed[index]
    const gas =
      index > 0 && used !== undefined
        ? { gas: withGasMargin(used + alone, { isPlain: false, blockGasLimit }) }
        : {}
    const own = await prepareTransaction(
      client,
      { ...call, ...gas, ...(nonce === undefined ? {} : { nonce }) },
      context,
    )
    nonce = (own.signable.nonce ?? 0) + 1
    prepared.push(own)
  }
  return { prepared, trial }
}

async function askForCalls(
  client: Client,
  calls: readonly AskedCall[],
  { prepared, trial }: Plan,
  context: CallsContext,
): Promise<void> {
  const { symbol } = nameNetwork(`eip155:${context.chainId}`, context.app)
  const tokens = await Promise.all(calls.map((call) => tokenOf(client, call)))
  const isOne = calls.length === 1
  const facts = calls.flatMap((call, index) => [
    ...(isOne ? [] : [{ name: say`Step`, value: say`${index + 1} of ${calls.length}` }]),
    ...previewOwnCall(context.address, { ...call, symbol, token: tokens[index] }),
  ])
  const feeLimit = prepared.reduce((sum, own) => sum + own.feeLimit, 0n)
  const fee: FeeLimit = { value: feeLimit, symbol, ...amountOf(calls) }
  const untold = isOne ? withoutToldByCall(trial, calls[0]) : trial
  const tried = factsOfTrial(untold, symbol)
  await askWithFee(
    context,
    {
      view: 'approve',
      title: isOne ? say`Send a transaction` : say`Send ${calls.length} transactions`,
      ...(isOne ? {} : { text: say`They’re sent one after the other. When one fails, the rest isn’t sent.` }),
      facts: [
        askedBy(context),
        ...factsOfControl(context.address, calls, trial),
        // What several calls come to stands before each of them: few people read on to the end.
        ...(isOne ? [...factsOfOne(facts, tried), ...feeFacts(fee)] : [...tried, ...feeFacts(fee), ...facts]),
        networkFact(`eip155:${context.chainId}`, context.app),
      ],
      raw: calls.map(({ data }) => data ?? '0x').join('\n'),
      accept: say`Send`,
      refuse: say`Decline`,
    },
    fee,
  )
}

/** Goes on after each success. What went wrong is told by `wallet_getCallsStatus`: nobody waits here. */
async function sendRest(
  client: Client,
  started: SentCalls,
  rest: readonly PreparedTransaction[],
  context: CallsContext,
): Promise<void> {
  let record = started
  for (const { signable } of rest) {
    const last = record.hashes.at(-1) as Hex
    try {
      const { status } = await client.waitForTransactionReceipt({ hash: last, pollingInterval: 1_000 })
      if (status !== 'success') return
      const signed = await signTransaction(signable, context)
      const next = { ...record, hashes: [...record.hashes, signed.hash] }
      context.records.write(next)
      await handOver(client, signed)
      record = next
    } catch {
      context.records.write(record)
      return
    }
  }
}

const unknownId = () =>
  new FrameError('invalid_request', 'There are no calls with this id.', { rpcCode: 5730 })

/**
 * `wallet_getCallsStatus` (EIP-5792).
 *
 * @throws FrameError 5730 for an id that is not known, and -32000 for calls of which nothing was seen for a day
 */
export async function readCallsStatus(
  params: unknown,
  { records, rpcUrlOf }: { readonly records: CallRecords; rpcUrlOf(networkId: string): string | undefined },
): Promise<unknown> {
  const [id] = readParams(z.tuple([z.string()], z.unknown()), params)
  const record = records.read(id)
  if (!record) throw unknownId()
  const chainId = Number(record.chainId)
  const { operation } = record
  if (operation) return readOperationStatus({ ...record, operation }, rpcUrlOf(`eip155:${chainId}`), records)
  const client = clientOf({ chainId, rpcUrl: rpcUrlOf(`eip155:${chainId}`) })
  const read = await Promise.all(record.hashes.map((hash) => readReceipt(client, hash as Hex)))
  const receipts = read.filter((receipt) => receipt !== null)
  const status = statusOf(record, receipts, records.running.has(id))
  if (status === 100 && isPastWaiting(record) && !records.running.has(id)) {
    throw notKnown(`the transaction ${record.hashes.at(-1)}`)
  }
  return {
    version: '2.0.0',
    id,
    chainId: record.chainId,
    status,
    atomic: record.count === 1,
    ...(receipts.length > 0 ? { receipts } : {}),
  }
}

interface Receipt {
  readonly status: string
}

/** 100 pending, 200 done, 500 failed with no effect, 600 partly done. */
function statusOf({ count, hashes }: SentCalls, receipts: readonly Receipt[], isRunning: boolean): number {
  const done = receipts.filter(({ status }) => status === '0x1').length
  if (done === count) return 200
  const isWaiting = receipts.length < hashes.length || (isRunning && done === hashes.length)
  if (isWaiting) return 100
  return done === 0 ? 500 : 600
}

async function readReceipt(client: Client, hash: Hex) {
  const receipt = await client
    .request({ method: 'eth_getTransactionReceipt', params: [hash] })
    .catch((cause: unknown) => {
      throw nodeError(cause)
    })
  if (!receipt) return null
  const { logs, status, blockHash, blockNumber, gasUsed, transactionHash } = receipt
  return {
    logs: logs.map(({ address, data, topics }) => ({ address, data, topics })),
    status,
    blockHash,
    blockNumber,
    gasUsed,
    transactionHash,
  }
}

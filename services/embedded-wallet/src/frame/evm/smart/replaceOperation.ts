import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import type { Hex } from 'viem'
import { type Client, clientOf } from '../node.js'
import { type CallRecords, longestWait, type SentOperation } from '../sentCalls.js'
import type { Paymaster } from './askPaymaster.js'
import type { AccountCall } from './encodeCalls.js'
import {
  endOperation,
  keepAgain,
  lookForRecord,
  type OperationRecord,
  otherHashes,
  soughtOf,
} from './operationRecords.js'
import { agree, type SmartContext } from './performCalls.js'
import { hashOperation, type Operation } from './signOperation.js'
import { submitOperation } from './submitOperation.js'

/** An operation that's not carried out yet. */
export interface StuckOperation {
  readonly hash: Hex
  /** Since it was handed over. */
  readonly seconds: number
}

/** Sooner, an operation waits as long as any other does. */
const usualWait = 30

type Place = Pick<SmartContext, 'address' | 'chainId' | 'rpcUrl' | 'records'>

/** Operations of the account that wait longer than usual, as the node says. What's over is forgotten. */
export async function listStuck(place: Place, now = Date.now()): Promise<readonly StuckOperation[]> {
  const client = clientOf(place)
  const waiting = place.records.list().flatMap((record) => waitingOf(record, place, now))
  const stuck = await Promise.all(
    waiting.map(async ({ record, seconds }) => {
      // A node that doesn't answer knows of nothing: the operation can be told the next time.
      const isOver = await readEnding(client, record, place.records).then(Boolean, () => true)
      return isOver ? [] : [{ hash: record.operation.hash as Hex, seconds }]
    }),
  )
  return stuck.flat().sort((one, other) => other.seconds - one.seconds)
}

function waitingOf(
  record: ReturnType<CallRecords['list']>[number],
  { address, chainId }: Place,
  now: number,
): readonly { readonly record: OperationRecord; readonly seconds: number }[] {
  const { operation } = record
  if (!operation?.again || Number(record.chainId) !== chainId) return []
  if (operation.sender.toLowerCase() !== address.toLowerCase()) return []
  const seconds = Math.floor((now - operation.again.sentAt) / 1000)
  return seconds < usualWait || seconds * 1000 > longestWait
    ? []
    : [{ record: { ...record, operation }, seconds }]
}

/** What came of an operation, or of one that's in its place. Nothing while it waits. */
async function readEnding(
  client: Client,
  record: OperationRecord,
  records: CallRecords,
): Promise<Replacement | undefined> {
  const { outcome, isReplaced } = await lookForRecord(client, record, records)
  if (!outcome && !isReplaced) return undefined
  endOperation(records, record.id)
  if (!outcome) return { hash: record.operation.hash as Hex, outcome: 'gone' }
  return { hash: outcome.hash, outcome: outcome.isSuccess ? 'done' : 'failed' }
}

export interface Replacement {
  /** The operation that's in its place now, or the one that was carried out. With `gone`, the one that waited. */
  readonly hash: Hex
  /**
   * `replaced`: it was made again. In the other cases it was over first: `done` and `failed` were carried out, and `failed` was
   * reverted. `gone` was displaced by another operation, or refused by every bundler.
   */
  readonly outcome: 'replaced' | 'done' | 'failed' | 'gone'
}

/**
 * Makes an operation that waits again, with the same calls and the same nonce and a higher fee, and hands it over once the person
 * agrees. Only one of the two can be carried out, because the EntryPoint counts a nonce once.
 *
 * @throws FrameError
 */
export async function replaceOperation(hash: string, context: SmartContext): Promise<Replacement> {
  const { records, chainId } = context
  const client = clientOf(context)
  const { record, again } = findWaiting(hash, context)
  const before = await readEnding(client, record, records)
  if (before) return before
  const nonce = BigInt(record.operation.nonce)
  const [calls, service] = [callsOf(again), serviceOf(again)]
  const { maxFeePerGas, maxPriorityFeePerGas } = again
  const replaces = {
    ...{ hash: record.operation.hash as Hex, nonce, maxFeePerGas: BigInt(maxFeePerGas) },
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
  }
  const operation = await agree(client, calls, { ...context, nonceKey: nonce >> 64n, service, replaces })
  // While the person read, the first one may have been carried out, or replaced in another tab.
  const meanwhile = await readEnding(client, record, records)
  if (meanwhile) return meanwhile
  const { operation: current, isRefused } = records.read(record.id) ?? {}
  if (isRefused) return { hash: record.operation.hash as Hex, outcome: 'gone' }
  if (!current?.again || current.hash !== record.operation.hash) throw notWaiting()
  const own = hashOperation(operation, chainId)
  const { again: _, earlier = [], ...kept } = current
  const next: OperationRecord = {
    ...record,
    sentAt: Date.now(),
    operation: {
      ...kept,
      hash: own,
      earlier: [current.hash, ...earlier],
      ...keepAgain({ operation, calls, service }),
    },
  }
  // Before it leaves: whichever of them is carried out, it's the outcome of the app's calls.
  records.write(next)
  return handOver(client, operation, next, context)
}

/** @throws FrameError */
function findWaiting(
  hash: string,
  { records, address, chainId }: Place,
): { readonly record: OperationRecord; readonly again: Again } {
  for (const record of records.list()) {
    const { operation } = record
    const isOwn = operation?.sender.toLowerCase() === address.toLowerCase()
    if (!operation?.again || !isOwn || Number(record.chainId) !== chainId) continue
    if (operation.hash === hash) return { record: { ...record, operation }, again: operation.again }
  }
  throw notWaiting()
}

type Again = NonNullable<SentOperation['again']>

const callsOf = ({ calls }: Again): readonly AccountCall[] =>
  calls.map(({ to, data, value }) => ({
    to: to as Hex,
    ...(data ? { data: data as Hex } : {}),
    value: BigInt(value),
  }))

const serviceOf = ({ service }: Again): Paymaster | undefined =>
  service && { url: service.url, context: service.context }

const notWaiting = () =>
  new FrameError(
    'invalid_request',
    'No transaction waits under this hash. It may be over, or sped up already.',
  )

/** Resolves when a bundler has it, or one of them is carried out. */
function handOver(
  client: Client,
  operation: Operation,
  record: OperationRecord,
  { records, smart: { bundlers, limits } }: SmartContext,
): Promise<Replacement> {
  const sought = soughtOf(record.operation)
  const submission = {
    ...{ client, bundlers, operation, sought, signal: new AbortController().signal },
    others: () => otherHashes(records, record),
    ...(limits ? { limits } : {}),
  }
  return new Promise((resolve, reject) => {
    const onTaken = () => resolve({ hash: sought.hash, outcome: 'replaced' })
    submitOperation({ ...submission, onTaken }).then(({ hash, isSuccess }) => {
      endOperation(records, record.id)
      const done = hash === sought.hash ? 'replaced' : 'done'
      resolve({ hash, outcome: isSuccess ? done : 'failed' })
    }, reject)
  })
}

import type { Hex } from 'viem'
import type { Client } from '../node.js'
import type { CallRecords, SentCalls, SentOperation } from '../sentCalls.js'
import type { Paymaster } from './askPaymaster.js'
import type { AccountCall } from './encodeCalls.js'
import { lookFor, type Sighting, type SoughtOperation } from './findOutcome.js'
import { hashOperation, type Operation } from './signOperation.js'

/** The record of calls that are one operation. */
export type OperationRecord = SentCalls & { readonly operation: SentOperation }

interface MadeOperation {
  /** The app's id for the calls. Default: the operation's hash. */
  readonly id?: string | undefined
  readonly operation: Operation
  readonly calls: readonly AccountCall[]
  readonly service?: Paymaster | undefined
  readonly fromBlock: bigint
}

/** Longer calls aren't kept, because the browser gives a page little room. They can't be sped up. */
const longestKept = 64 * 1024

export function recordOperation(
  made: MadeOperation,
  { chainId }: { readonly chainId: number },
): OperationRecord {
  const { operation, calls, fromBlock } = made
  const { sender, nonce } = operation
  const hash = hashOperation(operation, chainId)
  return {
    id: made.id ?? hash,
    chainId: `0x${chainId.toString(16)}`,
    count: calls.length,
    hashes: [],
    operation: { hash, sender, nonce: String(nonce), fromBlock: String(fromBlock), ...keepAgain(made) },
  }
}

/** What's kept of an operation so that it can be made again with a higher fee. */
export function keepAgain({
  operation,
  calls,
  service,
}: Omit<MadeOperation, 'fromBlock'>): Pick<SentOperation, 'again'> {
  const { maxFeePerGas, maxPriorityFeePerGas } = operation
  const again = {
    sentAt: Date.now(),
    calls: calls.map(({ to, data, value }) => ({ to, ...(data ? { data } : {}), value: String(value) })),
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxPriorityFeePerGas),
    ...(service ? { service: { url: service.url, context: service.context } } : {}),
  }
  return JSON.stringify(again).length > longestKept ? {} : { again }
}

export const soughtOf = ({ hash, earlier, sender, nonce, fromBlock }: SentOperation): SoughtOperation => ({
  hash: hash as Hex,
  earlier: earlier as Hex[] | undefined,
  sender: sender as Hex,
  nonce: BigInt(nonce),
  fromBlock: BigInt(fromBlock),
})

/** Hashes that were signed for the same calls since, in this page or another one. */
export function otherHashes(records: CallRecords, { id, operation }: OperationRecord): readonly Hex[] {
  const now = records.read(id)?.operation
  const all = now ? [now.hash, ...(now.earlier ?? [])] : []
  return all.filter((hash) => hash !== operation.hash) as Hex[]
}

const hashesOf = ({ hash, earlier = [] }: SentOperation): readonly string[] => [hash, ...earlier]

/**
 * Looks for the operation of a record. One that was signed in its place while the node was asked is looked for, too: it isn't
 * another operation that used the nonce. The record remembers where the next look begins.
 */
export async function lookForRecord(
  client: Client,
  { id, operation }: OperationRecord,
  records: CallRecords,
): Promise<Sighting> {
  const sighting = await lookFor(client, soughtOf(operation))
  const now = records.read(id)
  if (!now?.operation || sighting.outcome) return sighting
  const known = hashesOf(operation)
  if (sighting.isReplaced && hashesOf(now.operation).some((hash) => !known.includes(hash))) {
    return lookForRecord(client, { ...now, operation: now.operation }, records)
  }
  if (sighting.nextBlock > BigInt(now.operation.fromBlock)) {
    records.write({ ...now, operation: { ...now.operation, fromBlock: String(sighting.nextBlock) } })
  }
  return sighting
}

/** Forgets what was kept to make the operation again. */
export function endOperation(
  records: CallRecords,
  id: string,
  more: Pick<SentCalls, 'isRefused'> = {},
): void {
  const record = records.read(id)
  if (!record?.operation) return
  const { again: _, ...operation } = record.operation
  records.write({ ...record, ...more, operation })
}

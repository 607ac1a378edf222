import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { bytesToHex, type Hex } from 'viem'
import { clientOf } from '../node.js'
import { readCalls } from '../readCalls.js'
import type { CallRecords, SentCalls } from '../sentCalls.js'
import { readAccountCall } from './encodeCalls.js'
import { findOutcome, isReplaced, type SoughtOperation } from './findOutcome.js'
import { type SmartContext, signCalls } from './performCalls.js'
import { isRefusedByAll } from './submitOperation.js'

export interface SmartCallsContext extends SmartContext {
  readonly records: CallRecords
}

/**
 * `wallet_sendCalls` (EIP-5792) of the smart account: one operation, of which all calls are carried out or none. Returns when a
 * bundler has taken it.
 *
 * @throws FrameError with the numbers of EIP-5792
 */
export async function sendSmartCalls(params: unknown, context: SmartCallsContext): Promise<{ id: string }> {
  const { records } = context
  const asked = readCalls(params, context, { isAtomic: true, hasPaymasters: true })
  const calls = asked.calls.map(readAccountCall)
  const id = asked.id ?? bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  if (records.read(id) || records.running.has(id)) {
    throw new FrameError('invalid_request', 'Calls with this id were asked for before.', { rpcCode: 5720 })
  }
  records.running.add(id)
  try {
    const { sought, submit } = await signCalls(calls, context, asked.paymaster)
    const record = recordOf(id, calls.length, sought, context.chainId)
    // Before it leaves: a page that ends now knows of it afterwards.
    records.write(record)
    await new Promise<void>((resolve, reject) => {
      const ended = submit({ signal: new AbortController().signal, onTaken: resolve })
      ended.then(() => resolve(), reject).finally(() => records.running.delete(id))
    }).catch((error: unknown) => {
      if (isRefusedByAll(error)) records.write({ ...record, isRefused: true })
      throw error
    })
    return { id }
  } catch (error) {
    records.running.delete(id)
    throw error
  }
}

const recordOf = (
  id: string,
  count: number,
  { hash, sender, nonce, fromBlock }: SoughtOperation,
  chainId: number,
): SentCalls => ({
  id,
  chainId: `0x${chainId.toString(16)}`,
  count,
  hashes: [],
  operation: { hash, sender, nonce: String(nonce), fromBlock: String(fromBlock) },
})

/** `wallet_getCallsStatus` of calls that are one operation. */
export async function readOperationStatus(
  record: SentCalls & { readonly operation: NonNullable<SentCalls['operation']> },
  rpcUrl: string | undefined,
): Promise<unknown> {
  const { id, chainId, operation } = record
  const client = clientOf({ chainId: Number(chainId), rpcUrl })
  const sought = {
    hash: operation.hash as Hex,
    sender: operation.sender as Hex,
    nonce: BigInt(operation.nonce),
    fromBlock: BigInt(operation.fromBlock),
  }
  const shared = { version: '2.0.0', id, chainId, atomic: true }
  const outcome = await findOutcome(client, sought)
  if (outcome) return { ...shared, status: outcome.isSuccess ? 200 : 500, receipts: [outcome.receipt] }
  const isEnded = record.isRefused || (await isReplaced(client, sought))
  return { ...shared, status: isEnded ? 400 : 100 }
}

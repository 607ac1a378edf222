import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { bytesToHex } from 'viem'
import { clientOf } from '../node.js'
import { readCalls } from '../readCalls.js'
import { type CallRecords, isPastWaiting, notKnown, type SentCalls } from '../sentCalls.js'
import { readAccountCall } from './encodeCalls.js'
import { lookForRecord } from './operationRecords.js'
import { type SmartContext, signCalls } from './performCalls.js'

/**
 * `wallet_sendCalls` (EIP-5792) of the smart account: one operation, of which all calls are carried out or none. Returns when a
 * bundler has taken it.
 *
 * @throws FrameError with the numbers of EIP-5792
 */
export async function sendSmartCalls(params: unknown, context: SmartContext): Promise<{ id: string }> {
  const { records } = context
  const asked = readCalls(params, context, { isAtomic: true, hasPaymasters: true })
  const calls = asked.calls.map(readAccountCall)
  const id = asked.id ?? bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  if (records.read(id) || records.running.has(id)) {
    throw new FrameError('invalid_request', 'Calls with this id were asked for before.', { rpcCode: 5720 })
  }
  records.running.add(id)
  try {
    const { submit } = await signCalls(calls, context, { id, service: asked.paymaster })
    await new Promise<void>((resolve, reject) => {
      const ended = submit({ signal: new AbortController().signal, onTaken: resolve })
      ended.then(() => resolve(), reject).finally(() => records.running.delete(id))
    })
    return { id }
  } catch (error) {
    records.running.delete(id)
    throw error
  }
}

/** `wallet_getCallsStatus` of calls that are one operation. @throws FrameError when it can't be known what came of them */
export async function readOperationStatus(
  record: SentCalls & { readonly operation: NonNullable<SentCalls['operation']> },
  rpcUrl: string | undefined,
  records: CallRecords,
): Promise<unknown> {
  const { id, chainId, operation } = record
  const client = clientOf({ chainId: Number(chainId), rpcUrl })
  const shared = { version: '2.0.0', id, chainId, atomic: true }
  const { outcome, isReplaced, isWhole } = await lookForRecord(client, record, records)
  if (outcome) return { ...shared, status: outcome.isSuccess ? 200 : 500, receipts: [outcome.receipt] }
  if (record.isRefused || isReplaced) return { ...shared, status: 400 }
  if (isWhole && isPastWaiting(record)) {
    throw notKnown(`the operation ${operation.hash} of ${operation.sender}`)
  }
  return { ...shared, status: 100 }
}

import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { bytesToHex, type Hex } from 'viem'
import { clientOf } from '../node.js'
import { readCalls } from '../readCalls.js'
import type { CallRecords, SentCalls } from '../sentCalls.js'
import { readAccountCall } from './encodeCalls.js'
import { findOutcome, isReplaced } from './findOutcome.js'
import { type SmartContext, signCalls } from './performCalls.js'

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
    const { hash, sender } = sought
    // Stored before it's sent, so that a page that closes now still knows of it later.
    records.write({
      id,
      chainId: `0x${context.chainId.toString(16)}`,
      count: calls.length,
      hashes: [],
      operation: {
        hash,
        sender,
        nonce: String(sought.nonce),
        fromBlock: String(sought.fromBlock),
      },
    })
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
  if (!(await isReplaced(client, sought))) return { ...shared, status: 100 }
  // Carried out between the two requests, or replaced by another operation.
  const late = await findOutcome(client, sought)
  return late
    ? { ...shared, status: late.isSuccess ? 200 : 500, receipts: [late.receipt] }
    : { ...shared, status: 400 }
}

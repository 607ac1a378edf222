import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import type { Hex } from 'viem'
import { readTransaction } from '../readTransaction.js'
import { readAccountCall } from './encodeCalls.js'
import { type SmartContext, signCalls } from './performCalls.js'

/**
 * `eth_sendTransaction` from the smart account. Returns the hash of the transaction that carried the operation, once the node
 * shows it.
 *
 * @throws FrameError also when the calls were reverted: the transaction's own receipt would say that it succeeded
 */
export async function sendSmartTransaction(params: unknown, context: SmartContext): Promise<Hex> {
  const call = readAccountCall(readTransaction(params, context))
  const { submit } = await signCalls([call], context)
  const { isSuccess, transactionHash } = await submit({ signal: context.signal })
  if (isSuccess) return transactionHash
  throw new FrameError(
    'rpc_error',
    `The call failed on the network, and only the fee was paid (transaction ${transactionHash}).`,
    { rpcCode: -32000 },
  )
}

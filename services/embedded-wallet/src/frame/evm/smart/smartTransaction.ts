import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import type { Hex } from 'viem'
import { invalidParams } from '../../readParams.js'
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
  const asked = readTransaction(params, context)
  refuseNonce(asked.nonce)
  const call = readAccountCall(asked)
  const { submit } = await signCalls([call], context)
  const { isSuccess, transactionHash } = await submit({ signal: context.signal })
  if (isSuccess) return transactionHash
  throw new FrameError(
    'rpc_error',
    `The call failed on the network, and only the fee was paid (transaction ${transactionHash}).`,
    { rpcCode: -32000 },
  )
}

/**
 * Apps name a nonce to replace what they sent before. An operation has another nonce, and would be a second payment.
 *
 * @throws FrameError -32602
 */
function refuseNonce(nonce: number | undefined): void {
  if (nonce === undefined) return
  throw invalidParams(
    `The transaction has the "nonce" ${nonce}. The smart account's nonces are the wallet's, so this would replace nothing and pay a second time. Leave "nonce" out to send another transaction, or wait for the earlier one.`,
  )
}

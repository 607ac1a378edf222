import type { NetworkId } from '@latchkey/kernel/plugin'
import type { UtxoSourceService } from '../utxoSource.js'
import { Transaction } from './sdk.js'
import { sendError } from './send/sendErrors.js'

/**
 * Reads a transaction whose id proves all that it spends and pays.
 *
 * @throws BaseError `SOURCE_ANSWER_INVALID` for one with another id
 */
export async function readTransaction(
  source: UtxoSourceService,
  networkId: NetworkId,
  transactionId: string,
  signal: AbortSignal | undefined,
): Promise<Transaction> {
  const bytes = await source.transaction({ networkId, transactionId, signal })
  try {
    const transaction = Transaction.fromBuffer(bytes)
    if (transaction.getId() === transactionId) return transaction
  } catch {
    // Told below: what can't be read is no transaction of this id either.
  }
  throw sendError('SOURCE_ANSWER_INVALID', `Not the transaction ${transactionId}.`)
}

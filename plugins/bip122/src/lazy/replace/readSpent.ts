import { encodeHex } from '@latchkey/kernel/chain'
import type { NetworkId } from '@latchkey/kernel/plugin'
import type { UtxoSourceService } from '../../utxoSource.js'
import { readTransaction } from '../readTransaction.js'
import type { Transaction } from '../sdk.js'
import { sendError } from '../send/sendErrors.js'

export type ReadTransaction = (transactionId: string) => Promise<Transaction>

/**
 * Reads transactions, each one once.
 *
 * @param most How many are read at most; `refuse` makes the error of one more.
 */
export function readEachOnce(
  source: UtxoSourceService,
  networkId: NetworkId,
  signal: AbortSignal | undefined,
  { most, refuse }: { readonly most: number; refuse(): Error },
): ReadTransaction {
  const read = new Map<string, Promise<Transaction>>()
  return async (transactionId) => {
    const known = read.get(transactionId)
    if (known) return known
    if (read.size >= most) throw refuse()
    const reading = readTransaction(source, networkId, transactionId, signal)
    read.set(transactionId, reading)
    return reading
  }
}

/** The ids of the transactions whose outputs a transaction spends, one for each input. */
export const spentIds = ({ ins }: Transaction): readonly string[] =>
  // Inputs have it the other way round than it is written.
  ins.map(({ hash }) => encodeHex(Uint8Array.from(hash).reverse()))

export interface SpentOutput {
  readonly transactionId: string
  readonly output: number
  readonly script: Uint8Array
  /** Satoshis. */
  readonly amount: bigint
}

/**
 * The outputs that a transaction spends, from the transactions that made them: the ids prove script and amount.
 *
 * @throws BaseError `SOURCE_ANSWER_INVALID`
 */
export async function readSpent(
  transaction: Transaction,
  read: ReadTransaction,
): Promise<readonly SpentOutput[]> {
  return Promise.all(
    spentIds(transaction).map(async (transactionId, input) => {
      const output = transaction.ins[input]?.index ?? -1
      const made = (await read(transactionId)).outs[output]
      if (!made) throw sendError('SOURCE_ANSWER_INVALID', `No output ${output} in ${transactionId}.`)
      return { transactionId, output, script: made.script, amount: made.value }
    }),
  )
}

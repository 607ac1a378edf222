import { isKernelError, type LogService, type NetworkId } from '@latchkey/kernel/plugin'
import type { UtxoSourceService } from '../utxoSource.js'

export interface Handover {
  readonly networkId: NetworkId
  /** Signed, as hex. The same one may be handed over any number of times. */
  readonly transaction: string
  readonly transactionId: string
  readonly source: UtxoSourceService
  readonly log: LogService
}

/**
 * Gives a signed transaction to the network. False when no answer came: the network may have it, and a new
 * one could pay twice. A refusal does not count where the network has it already, by way of a service that did not say so.
 *
 * @throws NetworkError `TRANSACTION_REFUSED`
 */
export async function handOver(handover: Handover): Promise<boolean> {
  const { networkId, transaction, source, log } = handover
  try {
    await source.broadcast({ networkId, transaction })
    return true
  } catch (error) {
    if (!isKernelError(error, 'TRANSACTION_REFUSED')) {
      log.warn('Nobody said whether the Bitcoin network took a transaction.', error)
      return false
    }
    if (!(await isKnown(handover))) throw error
    return true
  }
}

async function isKnown({ networkId, transactionId, source, log }: Handover): Promise<boolean> {
  try {
    return (await source.status({ networkId, transactionId })).status !== 'unknown'
  } catch (error) {
    log.debug('Whether the Bitcoin network has a transaction could not be read.', error)
    return false
  }
}

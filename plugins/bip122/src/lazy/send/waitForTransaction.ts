import { type Clock, type LogService, type NetworkId, wait } from '@latchkey/kernel/plugin'
import type { UtxoSourceService } from '../../utxoSource.js'

export interface WaitRequest {
  readonly networkId: NetworkId
  readonly transactionId: string
  /** What the transaction spends, when that is known. */
  readonly inputs: readonly { readonly transactionId: string; readonly output: number }[]
  readonly source: UtxoSourceService
  readonly clock: Clock
  readonly log: LogService
  readonly signal?: AbortSignal | undefined
}

const replaced =
  'Another transaction took its place. It may be the same payment with a higher fee: look in the wallet before you send again.'

/** Milliseconds between two questions. A block takes ten minutes. */
const interval = 10_000

/**
 * Settles when a block has the transaction, or another one that spends its coins. A question that fails is asked again.
 */
export async function waitForTransaction(
  request: WaitRequest,
): Promise<{ readonly status: 'confirmed' | 'failed'; readonly reason?: string }> {
  const { networkId, transactionId, inputs, source, clock, log, signal } = request
  for (;;) {
    signal?.throwIfAborted()
    try {
      const { status } = await source.status({ networkId, transactionId, signal })
      if (status === 'confirmed') return { status }
      const [first] = status === 'unknown' ? inputs : []
      const spender = first && (await source.spender?.({ networkId, ...first, signal }))
      if (spender !== undefined && spender !== transactionId) {
        return { status: 'failed', reason: replaced }
      }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      log.debug('The state of a Bitcoin transaction could not be read.', error)
    }
    await wait(clock, interval, signal)
  }
}

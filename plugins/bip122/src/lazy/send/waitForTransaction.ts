import {
  type Clock,
  isKernelError,
  type LogService,
  type NetworkId,
  type SendDecision,
  wait,
} from '@latchkey/kernel/plugin'
import type { UtxoSourceService } from '../../utxoSource.js'
import { type Handover, handOver } from '../handOver.js'

export interface WaitRequest {
  readonly networkId: NetworkId
  readonly transactionId: string
  /** What the transaction spends, when that is known. */
  readonly inputs: readonly { readonly transactionId: string; readonly output: number }[]
  readonly source: UtxoSourceService
  readonly clock: Clock
  readonly log: LogService
  readonly signal?: AbortSignal | undefined
  /** What to hand over again while nobody has seen it, when the first time no answer came. */
  readonly handover?: Handover | undefined
}

const replaced =
  'Another transaction took its place. It may be the same payment with a higher fee: look in the wallet before you send again.'

type Decision = Omit<SendDecision, 'outcome'>

/** Milliseconds between two questions. A block takes ten minutes. */
const interval = 10_000

/**
 * Settles when a block has the transaction, or another one that spends its coins. A question that fails is asked again.
 */
export async function waitForTransaction(request: WaitRequest): Promise<Decision> {
  const { networkId, transactionId, inputs, source, clock, log, signal } = request
  let { handover } = request
  for (;;) {
    signal?.throwIfAborted()
    try {
      const { status } = await source.status({ networkId, transactionId, signal })
      if (status === 'confirmed') return { status }
      const [first] = status === 'unknown' ? inputs : []
      const spender = first && (await source.spender?.({ networkId, ...first, signal }))
      if (spender !== undefined && spender !== transactionId) {
        return { status: 'failed', code: 'TRANSACTION_REPLACED', reason: replaced }
      }
      if (status === 'pending') handover = undefined
      if (handover && (await handOver(handover))) handover = undefined
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      // Nobody had seen it, and now it is refused: it was not sent.
      if (isKernelError(error, 'TRANSACTION_REFUSED')) {
        return { status: 'failed', code: error.code, reason: error.shortMessage }
      }
      log.debug('The state of a Bitcoin transaction could not be read.', error)
    }
    await wait(clock, interval, signal)
  }
}

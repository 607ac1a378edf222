import { type Clock, isKernelError, type LogService, type NetworkId, wait } from '@latchkey/kernel/plugin'
import type { SendDecision } from '@latchkey/kernel/contracts'
import type { UtxoSourceService } from '../../utxoSource.js'
import { type Handover, handOver } from '../handOver.js'
import { readTransaction } from '../readTransaction.js'
import { judgeSpender, perhapsPaid } from './judgeSpender.js'
import type { PaymentOutput } from './paymentOutput.js'
import type { Coin } from './paymentTrail.js'

export interface WaitRequest {
  readonly networkId: NetworkId
  readonly transactionId: string
  /** What the transaction spends, when that is known. */
  readonly inputs: readonly Coin[]
  /** What it pays, when that is known. */
  readonly outputs?: readonly PaymentOutput[] | undefined
  readonly source: UtxoSourceService
  readonly clock: Clock
  readonly log: LogService
  readonly signal?: AbortSignal | undefined
  /** What to hand over again while nobody has seen it, when the first time no answer came. */
  readonly handover?: Handover | undefined
}

/** Milliseconds between two questions. A block takes ten minutes. */
const interval = 10_000
/** How often the transaction that took its place is asked for. */
const mostReads = 6
/** How often one that a service refused, after nobody said whether the network took it, is looked for. */
export const looksAfterRefusal = 6

/**
 * Settles when a block has the transaction, or another one that spends its coins: that one may be the same payment with a higher
 * fee. A question that fails is asked again.
 */
export async function waitForTransaction(request: WaitRequest): Promise<SendDecision> {
  const { networkId, transactionId, inputs, source, clock, log, signal } = request
  let { handover } = request
  let reads = 0
  let refusedLooks: number | undefined
  for (;;) {
    signal?.throwIfAborted()
    try {
      const { status } = await source.status({ networkId, transactionId, signal })
      if (status === 'confirmed') return { status }
      const [first] = status === 'unknown' ? inputs : []
      const spender = first && (await source.spender?.({ networkId, ...first, signal }))
      if (spender !== undefined && spender !== transactionId) {
        reads += 1
        return await judge(request, first as Coin, spender)
      }
      if (status === 'pending') handover = refusedLooks = undefined
      if (refusedLooks !== undefined && ++refusedLooks > looksAfterRefusal) return perhapsSent
      if (handover && (await handOver(handover))) handover = undefined
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (isKernelError(error, 'TRANSACTION_REFUSED')) {
        handover = undefined
        refusedLooks = 0
      }
      if (reads >= mostReads) return perhapsPaid
      log.debug('The state of a Bitcoin transaction could not be read.', error)
    }
    await wait(clock, interval, signal)
  }
}

/** It's signed, and was given away before: a refusal of one service doesn't take it back. */
const perhapsSent: SendDecision = {
  status: 'confirmed',
  outcome: 'unknown',
  code: 'TRANSACTION_UNDECIDED',
  reason:
    'The network refused it when it was asked again, but may have taken it the first time. Look in the wallet before you send again.',
}

async function judge(
  { networkId, outputs, source, signal }: WaitRequest,
  coin: Coin,
  spender: string,
): Promise<SendDecision> {
  if (outputs === undefined) return perhapsPaid
  return judgeSpender(await readTransaction(source, networkId, spender, signal), coin, outputs)
}

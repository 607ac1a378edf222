import type { SendDecision, SubmittedTransaction } from '../contracts/capabilities/send.js'
import { decisionWords, type Words } from '../contracts/words.js'
import type { BaseError } from '../errors/base.js'
import { kernelErrorFrom } from '../errors/kernelErrorFrom.js'
import type { LogService } from '../platform/log.js'

/** How a transaction ended, for the view that shows it. */
export interface TransactionEnd<Phase extends string> {
  readonly phase: Phase | 'failed' | 'undecided'
  readonly id: string
  readonly reason?: Words
  readonly error?: BaseError
}

export interface FollowOnceOptions<Phase extends string> {
  readonly signal: AbortSignal
  readonly log: Pick<LogService, 'warn'>
  /** The chain took the transaction. Asks what stands now, because a transaction that was taken proves nothing by itself. */
  confirmed(decision: SendDecision): Promise<Phase>
  put(end: TransactionEnd<Phase>): void
}

/** Follows what this page has sent until the chain has decided. What an earlier page sent needs `createTransactionFollower`. */
export async function followOnce<Phase extends string>(
  submitted: Pick<SubmittedTransaction, 'id' | 'wait'>,
  { signal, log, confirmed, put }: FollowOnceOptions<Phase>,
): Promise<void> {
  const { id } = submitted
  try {
    const decision = await submitted.wait(signal)
    if (decision.status === 'confirmed') return put({ phase: await confirmed(decision), id })
    const reason = decisionWords(decision)
    put({ phase: decision.status, id, ...(reason === undefined ? {} : { reason }) })
  } catch (cause) {
    if (signal.aborted) return
    log.warn('What came of a transaction could not be followed.', cause)
    put({ phase: 'undecided', id, error: kernelErrorFrom(cause) })
  }
}

import { isKernelError, wait } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import type { ReplaceDecision } from '@latchkey/kernel/contracts'
import { type Handover, handOver } from '../handOver.js'
import type { SendTools } from '../send/planPayment.js'
import { looksAfterRefusal } from '../send/waitForTransaction.js'

/** What the network says of a replacement at one moment. */
export interface Sighting {
  readonly decision?: ReplaceDecision | undefined
  /** Whether the network has the replacement. It isn’t handed over again then. */
  readonly hasArrived: boolean
  /** Whether the network knows anything that can still be decided. */
  readonly isKnown: boolean
}

export interface Awaited {
  /** What to hand over again while the network hasn’t seen it, when the first time no answer came. */
  readonly handover?: Handover | undefined
  look(): Promise<Sighting>
  /** What is thrown when the network has known of nothing for an hour. */
  dropped(): NetworkError
}

/** Milliseconds between two questions. A block takes ten minutes. */
const interval = 10_000

/** Milliseconds after which a page no longer waits for what the network knows nothing of. */
const patience = 3_600_000

/**
 * Asks until the network has decided. A node that can’t be read decides nothing.
 *
 * @throws NetworkError `TRANSACTION_UNDECIDED` when the network refused the replacement after it may have taken it unseen; what
 *   `dropped` returns
 */
export async function untilDecided(
  { clock, log }: Pick<SendTools, 'clock' | 'log'>,
  { look, dropped, ...rest }: Awaited,
  signal: AbortSignal | undefined,
): Promise<ReplaceDecision> {
  let { handover } = rest
  let seenAt = clock.now()
  let refused: { readonly error: Error; looks: number } | undefined
  for (;;) {
    signal?.throwIfAborted()
    try {
      const { decision, hasArrived, isKnown } = await look()
      if (decision) return decision
      if (hasArrived) handover = refused = undefined
      if (refused && ++refused.looks > looksAfterRefusal) throw undecided(refused.error)
      if (isKnown) seenAt = clock.now()
      if (handover && (await handOver(handover))) handover = undefined
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (isKernelError(error, 'TRANSACTION_UNDECIDED')) throw error
      if (isKernelError(error, 'TRANSACTION_REFUSED')) {
        handover = undefined
        refused = { error, looks: 0 }
      }
      seenAt = clock.now()
      log.debug('The state of a Bitcoin transaction could not be read.', error)
    }
    if (clock.now() - seenAt >= patience) throw dropped()
    await wait(clock, interval, signal)
  }
}

/** It's signed, and was given away before: a refusal of one service doesn't take it back. */
const undecided = (cause: Error): NetworkError =>
  new NetworkError(
    'The network refused the new transaction when it was asked again, but may have taken it the first time. Check both on the explorer before you try again.',
    { code: 'TRANSACTION_UNDECIDED', cause },
  )

/** What can’t be waited for any more. */
export const transactionDropped = (message: string, ...metaMessages: string[]): NetworkError =>
  new NetworkError(message, { code: 'TRANSACTION_DROPPED', metaMessages })

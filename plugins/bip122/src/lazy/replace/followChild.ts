import {
  isKernelError,
  NetworkError,
  type NetworkId,
  type ReplaceDecision,
  type SubmittedReplacement,
  wait,
} from '@latchkey/kernel/plugin'
import { type Handover, handOver } from '../handOver.js'
import type { Coin } from '../send/paymentTrail.js'
import type { SendTools } from '../send/planPayment.js'

export interface FollowedChild {
  readonly networkId: NetworkId
  readonly id: string
  readonly parent: string
  /** What it spends of its parent. Absent where it isn’t known any more. */
  readonly coin: Coin | undefined
  /** What to hand over again while the network hasn’t seen it, when the first time no answer came. */
  readonly handover?: Handover | undefined
}

/** Milliseconds between two questions. A block takes ten minutes. */
const interval = 10_000

/** Milliseconds after which a page no longer waits for a child that the network knows nothing of. */
const patience = 3_600_000

/** Follows a child: no block can have it without its parent. */
export function followChild(tools: SendTools, child: FollowedChild): SubmittedReplacement {
  return {
    id: child.id,
    // It takes nobody's place.
    takesPlace: Promise.resolve(undefined),
    wait: (signal) => waitForChild(tools, child, signal),
  }
}

/** @throws NetworkError `TRANSACTION_REFUSED` when the network had not seen it and refused it, `TRANSACTION_DROPPED` */
async function waitForChild(
  { clock, log, source }: SendTools,
  { networkId, id, coin, parent, ...rest }: FollowedChild,
  signal: AbortSignal | undefined,
): Promise<ReplaceDecision> {
  let { handover } = rest
  let seenAt = clock.now()
  for (;;) {
    signal?.throwIfAborted()
    try {
      const { status } = await source().status({ networkId, transactionId: id, signal })
      if (status === 'confirmed') return { status, taken: id, which: 'replacement' }
      if (status === 'pending') {
        handover = undefined
        seenAt = clock.now()
      }
      const spender = coin && (await source().spender?.({ networkId, ...coin, signal }))
      if (spender !== undefined && spender !== id) {
        return { status: 'failed', taken: spender, which: 'other', ...byOther }
      }
      if (handover && (await handOver(handover))) handover = undefined
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (isKernelError(error, 'TRANSACTION_REFUSED')) throw error
      seenAt = clock.now()
      log.debug('The state of a Bitcoin transaction could not be read.', error)
    }
    if (clock.now() - seenAt >= patience) throw dropped(id, parent)
    await wait(clock, interval, signal)
  }
}

const byOther = {
  code: 'CHILD_REPLACED',
  reason: 'Another transaction of this account spent the same money. Look at it on the explorer.',
} as const

const dropped = (id: string, parent: string) =>
  new NetworkError(
    'The network doesn’t know the new transaction any more. The first one may have been replaced.',
    {
      code: 'TRANSACTION_DROPPED',
      metaMessages: [`Transaction: ${id}`, `Made to speed up: ${parent}`],
    },
  )

import type { NetworkId } from '@latchkey/kernel/plugin'
import type { SubmittedReplacement } from '@latchkey/kernel/contracts'
import type { Handover } from '../handOver.js'
import type { Coin } from '../send/paymentTrail.js'
import type { SendTools } from '../send/planPayment.js'
import { type Sighting, transactionDropped, untilDecided } from './untilDecided.js'

export interface FollowedChild {
  readonly networkId: NetworkId
  readonly id: string
  readonly parent: string
  /** What it spends of its parent. Absent where it isn’t known any more. */
  readonly coin: Coin | undefined
  /** What to hand over again while the network hasn’t seen it, when the first time no answer came. */
  readonly handover?: Handover | undefined
}

/** Follows a child: no block can have it without its parent. */
export function followChild(tools: SendTools, child: FollowedChild): SubmittedReplacement {
  return {
    id: child.id,
    // It takes nobody's place.
    takesPlace: Promise.resolve(undefined),
    wait: (signal) =>
      untilDecided(
        tools,
        {
          handover: child.handover,
          look: () => lookAtChild(tools, child, signal),
          dropped: () =>
            transactionDropped(
              'The network doesn’t know the new transaction any more. The first one may have been replaced.',
              `Transaction: ${child.id}`,
              `Made to speed up: ${child.parent}`,
            ),
        },
        signal,
      ),
  }
}

async function lookAtChild(
  tools: SendTools,
  { networkId, id, coin }: FollowedChild,
  signal: AbortSignal | undefined,
): Promise<Sighting> {
  const source = tools.source()
  const { status } = await source.status({ networkId, transactionId: id, signal })
  const isPending = status === 'pending'
  const seen = { hasArrived: isPending, isKnown: isPending }
  if (status === 'confirmed') return { ...seen, decision: { status, taken: id, which: 'replacement' } }
  const spender = coin && (await source.spender?.({ networkId, ...coin, signal }))
  if (spender === undefined || spender === id) return seen
  return { ...seen, decision: { status: 'failed', taken: spender, which: 'other', ...byOther } }
}

const byOther = {
  code: 'CHILD_REPLACED',
  reason: 'Another transaction of this account spent the same money. Look at it on the explorer.',
} as const

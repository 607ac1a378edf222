import type { NetworkId } from '@latchkey/kernel/plugin'
import type { ReplaceWay, SubmittedReplacement } from '@latchkey/kernel/contracts'
import type { Handover } from '../handOver.js'
import type { SendTools } from '../send/planPayment.js'
import { type Sighting, transactionDropped, untilDecided } from './untilDecided.js'

export interface TrackedReplacement {
  readonly networkId: NetworkId
  readonly id: string
  readonly replaced: string
  readonly way: ReplaceWay
  /** A coin that both spend. Absent where it isn't known any more. */
  readonly first: { readonly transactionId: string; readonly output: number } | undefined
  /** What to hand over again while the network hasn’t seen it, when the first time no answer came. */
  readonly handover?: Handover | undefined
}

/** Follows two payments of which a block takes one. */
export function track(tools: SendTools, tracked: TrackedReplacement): SubmittedReplacement {
  return {
    id: tracked.id,
    // Both spend the same coin. Where no answer came, the network may not have it.
    takesPlace: Promise.resolve(tracked.handover ? undefined : true),
    wait: (signal) =>
      untilDecided(
        tools,
        {
          handover: tracked.handover,
          look: () => lookAtBoth(tools, tracked, signal),
          dropped: () =>
            transactionDropped(
              'The network doesn’t know either transaction any more. Either can still go through.',
              `Transaction: ${tracked.id}`,
            ),
        },
        signal,
      ),
  }
}

async function lookAtBoth(
  tools: SendTools,
  tracked: TrackedReplacement,
  signal: AbortSignal | undefined,
): Promise<Sighting> {
  const { networkId, id, replaced, way, first } = tracked
  const source = tools.source()
  const statusOf = async (transactionId: string) =>
    (await source.status({ networkId, transactionId, signal })).status
  const [own, original] = await Promise.all([statusOf(id), statusOf(replaced)])
  const both = { hasArrived: own === 'pending', isKnown: own !== 'unknown' || original !== 'unknown' }
  if (own === 'confirmed') {
    return { ...both, decision: { status: 'confirmed', taken: id, which: 'replacement' } }
  }
  if (original === 'confirmed') {
    const late = way === 'cancel' ? tooLate : {}
    return { ...both, decision: { status: 'confirmed', taken: replaced, which: 'original', ...late } }
  }
  const spender = first && (await source.spender?.({ networkId, ...first, signal }))
  if (spender === undefined || spender === id || spender === replaced) return both
  return { ...both, decision: { status: 'failed', taken: spender, which: 'other', ...byOther } }
}

const tooLate = {
  code: 'CANCEL_TOO_LATE',
  reason: 'The network took the first transaction before it could be canceled.',
} as const

const byOther = {
  code: 'REPLACED_BY_OTHER',
  reason: 'Another transaction of this account took the place of both. Look at it on the explorer.',
} as const

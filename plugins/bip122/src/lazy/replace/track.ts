import {
  isKernelError,
  NetworkError,
  type NetworkId,
  type ReplaceDecision,
  type ReplaceWay,
  type SubmittedReplacement,
  wait,
} from '@latchkey/kernel/plugin'
import { type Handover, handOver } from '../handOver.js'
import type { TransactionStatus } from '../../utxoSource.js'
import type { SendTools } from '../send/planPayment.js'

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

/** Milliseconds between two questions. A block takes ten minutes. */
const interval = 10_000

/** Milliseconds after which a page no longer waits for two payments that the network knows nothing of. */
const patience = 3_600_000

/** Follows two payments of which a block takes one. */
export function track(tools: SendTools, tracked: TrackedReplacement): SubmittedReplacement {
  return {
    id: tracked.id,
    // Both spend the same coin. Where no answer came, the network may not have it.
    takesPlace: Promise.resolve(tracked.handover ? undefined : true),
    wait: (signal) => waitForOne(tools, tracked, signal),
  }
}

/** @throws NetworkError `TRANSACTION_REFUSED` when the network had not seen it and refused it, `TRANSACTION_DROPPED` */
async function waitForOne(
  tools: SendTools,
  tracked: TrackedReplacement,
  signal: AbortSignal | undefined,
): Promise<ReplaceDecision> {
  const { clock, log } = tools
  let { handover } = tracked
  let seenAt = clock.now()
  for (;;) {
    signal?.throwIfAborted()
    try {
      const { decision, own, original } = await readBoth(tools, tracked, signal)
      if (decision) return decision
      if (own === 'pending') handover = undefined
      if (own !== 'unknown' || original !== 'unknown') seenAt = clock.now()
      if (handover && (await handOver(handover))) handover = undefined
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (isKernelError(error, 'TRANSACTION_REFUSED')) throw error
      seenAt = clock.now()
      log.debug('The state of two Bitcoin transactions could not be read.', error)
    }
    if (clock.now() - seenAt >= patience) throw dropped(tracked.id)
    await wait(clock, interval, signal)
  }
}

const dropped = (id: string) =>
  new NetworkError('The network doesn’t know either transaction any more. Either can still go through.', {
    code: 'TRANSACTION_DROPPED',
    metaMessages: [`Transaction: ${id}`],
  })

type Status = TransactionStatus['status']

interface Both {
  readonly decision?: ReplaceDecision | undefined
  readonly own: Status
  readonly original: Status
}

async function readBoth(
  tools: SendTools,
  tracked: TrackedReplacement,
  signal: AbortSignal | undefined,
): Promise<Both> {
  const { networkId, id, replaced, way, first } = tracked
  const source = tools.source()
  const statusOf = async (transactionId: string) =>
    (await source.status({ networkId, transactionId, signal })).status
  const [own, original] = await Promise.all([statusOf(id), statusOf(replaced)])
  const both = { own, original }
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

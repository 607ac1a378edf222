import { untilAborted, RpcError } from '@latchkey/kernel/chain'
import { BaseError, type Clock } from '@latchkey/kernel/plugin'
import type { SendDecision, SubmittedTransaction } from '@latchkey/kernel/contracts'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import type { ISubmittableResult } from '@polkadot/types/types'
import type { PolkadotNetwork } from '../../networks.js'
import { withDeadline } from '../withDeadline.js'
import type { Lease } from './chains.js'
import { failedBy } from './dispatchError.js'
import { isDisconnect, nodeErrorFrom } from './nodeErrors.js'

export type Outcome = Omit<SendDecision, 'outcome'>

/** No block will have it: its time is over. */
export const notTaken: Outcome = {
  status: 'failed',
  code: 'TRANSACTION_EXPIRED',
  reason: 'The network did not take the transaction in time. Nothing was sent: try again.',
}

/** Whether a block has the transaction that was decided so, failed or not. */
export const isInBlock = (outcome: Outcome): boolean => outcome !== notTaken

/** Milliseconds until nobody waits any longer: longer than such a transaction lives. */
const decisionTime = 10 * 60_000

export interface SubmitOptions {
  readonly network: PolkadotNetwork
  readonly clock: Clock
  /** Ended once the chain has decided. */
  readonly lease: Lease
  readonly signed: SubmittableExtrinsic<'promise'>
}

/**
 * Hands a signed extrinsic to the node and follows it until its block is final. A node that refuses it fails the call; a
 * node that went away without an answer does not, because the transaction may be on its way: `wait` then says so.
 */
export async function submitExtrinsic(options: SubmitOptions): Promise<SubmittedTransaction> {
  const { network, clock, lease, signed } = options
  const id = signed.hash.toHex()
  const { api } = lease
  let decide!: (outcome: Outcome) => void
  let lose!: (error: Error) => void
  const decided = new Promise<Outcome>((resolve, reject) => {
    decide = resolve
    lose = reject
  })
  const gone = () => lose(undecided(network, id))
  const off = () => void api.off('disconnected', gone)
  decided
    .catch(() => {
      // Told by wait(), if somebody waits.
    })
    .finally(() => {
      off()
      lease.end()
    })
  api.on('disconnected', gone)

  let stop: (() => void) | undefined
  try {
    stop = await signed.send((result) => {
      try {
        const outcome = outcomeOf(result, network, id)
        if (outcome instanceof Error) lose(outcome)
        else if (outcome) decide(outcome)
      } catch (error) {
        lose(undecided(network, id, error))
      }
    })
    void decided.finally(() => stop?.()).catch(() => {})
  } catch (error) {
    if (!isDisconnect(error)) {
      const fault = nodeErrorFrom(error)
      lose(fault)
      throw fault
    }
    gone()
  }
  const settled = withDeadline(
    clock,
    decisionTime,
    () => undecided(network, id),
    () => decided,
  )
  settled.catch((error: unknown) => lose(error as Error))
  return { id, wait: (signal) => untilAborted(signal, () => settled) }
}

/** What a report of the node decides, or nothing yet. */
function outcomeOf(
  { status, dispatchError, internalError }: ISubmittableResult,
  network: PolkadotNetwork,
  id: string,
): Outcome | Error | undefined {
  if (status.isFinalized) {
    if (internalError) return undecided(network, id, internalError)
    return dispatchError ? failedBy(dispatchError) : { status: 'confirmed' }
  }
  if (status.isFinalityTimeout) return undecided(network, id)
  if (status.isInvalid) {
    return new RpcError('The network refused this transaction after it was sent.', {
      code: 'POLKADOT_TRANSACTION_INVALID',
    })
  }
  // A transaction that one node drops, or replaces by another of the same nonce, may be with others, and come into a block.
  return status.isDropped || status.isUsurped ? undecided(network, id) : undefined
}

export function undecided(network: PolkadotNetwork, id: string, cause?: unknown): BaseError {
  return new BaseError(
    `Nobody knows yet what became of this transaction. Look at an explorer of ${network.name} before sending again.`,
    {
      code: 'TRANSACTION_UNDECIDED',
      parameters: { network: network.name },
      metaMessages: [`Hash: ${id}`],
      ...(cause === undefined ? {} : { cause }),
    },
  )
}

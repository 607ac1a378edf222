import type { Client } from '../node.js'
import { type TokenChange, type Trial, tryCalls } from '../tryCalls.js'
import { makeTrial, readCarriedOut } from './makeTrial.js'
import type { Operation } from './signOperation.js'

export interface PaidTrial {
  /** The entry point wouldn't take it, or its calls would fail: the service doesn't pay after all. */
  readonly isRefused: boolean
  /** What leaves the account beyond what its calls move. */
  readonly taken: readonly TokenChange[]
}

/**
 * Lets the node carry out an operation that somebody else pays for, before the owner signs it. What leaves the account beyond
 * what its calls do is what the paymaster takes. Returns nothing for a node that can't, and where more tokens move than are
 * looked at: what the paymaster takes may be among the others.
 */
export async function tryPaid(
  client: Client,
  operation: Operation,
  shown: Trial | undefined,
  chainId: number,
): Promise<PaidTrial | undefined> {
  if (!shown) return undefined
  const made = await makeTrial(client, operation, chainId).catch(() => undefined)
  if (!made) return undefined
  const { call, block, state } = made
  const trial = await tryCalls(client, operation.sender, [call], { block, state })
  if (!trial || trial.isPartial || shown.isPartial) return undefined
  const isRefused = trial.doesFail || !readCarriedOut(operation, trial.logs.flat())?.isSuccess
  return { isRefused, taken: takenIn(trial, shown) }
}

/** What the calls bring and the paymaster takes isn't a change of the trial any more: both sides are looked through. */
function takenIn(trial: Trial, shown: Trial): readonly TokenChange[] {
  const differenceIn = ({ changes }: Trial, token: string | undefined) =>
    changes.find((change) => change.token === token)?.difference ?? 0n
  const all = new Map([...shown.changes, ...trial.changes].map((change) => [change.token, change]))
  return [...all.values()].flatMap((change): readonly TokenChange[] => {
    const difference = differenceIn(trial, change.token) - differenceIn(shown, change.token)
    return difference < 0n ? [{ ...change, difference }] : []
  })
}

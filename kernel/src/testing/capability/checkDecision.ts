import type { SubmittedTransaction } from '../../contracts/capabilities/send.js'
import { describeFound } from '../describeFound.js'
import { check, pause } from '../suite.js'
import { answerOf, type CapabilityRun } from './runCapability.js'

/** Milliseconds in which a plugin that does not wait for the chain would have answered. */
const decisionTime = 40

/** Checks that nothing is told before the chain has decided, and then what it decided. */
export async function checkDecision(
  { harness, limit }: CapabilityRun,
  { id, wait }: Pick<SubmittedTransaction, 'id' | 'wait'>,
  status: 'confirmed' | 'failed',
  call: string,
): Promise<void> {
  let early: unknown
  const pending = wait()
  pending.then(
    (decision) => {
      early = decision
    },
    (error: unknown) => {
      early = error
    },
  )
  await pause(decisionTime)
  check(
    early === undefined,
    `${call} to wait for the chain, found ${describeFound(early)} before it had decided`,
    'settle only with what the chain says',
  )
  await harness.decide?.(id, status)
  const decision = await answerOf(call, () => pending, limit)
  check(
    decision.status === status,
    `${call} to say "${status}" as the chain did, found "${decision.status}"`,
    'read the outcome of the transaction, not only that it was taken',
  )
}

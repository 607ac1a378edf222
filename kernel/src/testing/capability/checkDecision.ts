import type { SubmittedTransaction } from '../../contracts/capabilities/send.js'
import { check } from '../suite.js'
import { decideHint } from './chainHints.js'
import { checkUndecided } from './checkUndecided.js'
import { answerOf, type CapabilityRun } from './runCapability.js'

/** Checks that nothing is told before the chain has decided, and then what it decided. */
export async function checkDecision(
  { harness, limit }: CapabilityRun,
  { id, wait }: Pick<SubmittedTransaction, 'id' | 'wait'>,
  status: 'confirmed' | 'failed',
  call: string,
): Promise<void> {
  const pending = wait()
  await checkUndecided(pending, call)
  await harness.decide?.(id, status)
  const decision = await answerOf(call, () => pending, limit, decideHint)
  check(
    decision.status === status,
    `${call} to say "${status}" as the chain did, found "${decision.status}"`,
    'read the outcome of the transaction, not only that it was taken',
  )
}

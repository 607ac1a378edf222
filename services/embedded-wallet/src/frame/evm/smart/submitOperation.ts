import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import type { Hex } from 'viem'
import type { Client } from '../node.js'
import { AnsweredError, BundlersError, handToBundler } from './bundlers.js'
import { findOutcome, type Outcome, type SoughtOperation } from './findOutcome.js'
import type { Operation } from './signOperation.js'

/** Every bundler answered that it doesn't take the operation. */
class RefusedByAllError extends BundlersError {}

/** Whether nothing came of an operation, as far as the bundlers say. One that lies is seen on the chain. */
export const isRefusedByAll = (error: unknown): boolean =>
  error instanceof FrameError && error.cause instanceof RefusedByAllError

export interface Submission {
  readonly client: Client
  readonly bundlers: readonly string[]
  readonly operation: Operation
  readonly sought: SoughtOperation
  /** Hashes of operations that replace it, or that it replaces: their outcome is its own. Read again and again, because there can be more. */
  others?(): readonly Hex[]
  /** Stops waiting. A bundler that has the operation may still carry it out. */
  readonly signal: AbortSignal
  /** Called when a bundler has taken the operation. */
  onTaken?(): void
  readonly limits?: Limits
}

export interface Limits {
  /** How long to wait for a bundler to accept the operation. */
  readonly answer: number
  /** How long a bundler has before the next one gets the operation, too. */
  readonly patience: number
  /** How long to wait after the last bundler got it. */
  readonly rest: number
  readonly pause: number
}

const usualLimits: Limits = { answer: 10_000, patience: 20_000, rest: 120_000, pause: 1_000 }

/**
 * Hands a signed operation to the bundlers, one after the other, until the node shows that it was carried out. However many
 * have it, it runs only once, because its nonce is used up.
 *
 * @throws FrameError when no bundler took it, or none has carried it out in time
 */
export async function submitOperation(submission: Submission): Promise<Outcome> {
  const { bundlers, operation, sought, signal, limits = usualLimits } = submission
  const reasons: string[] = []
  let isTaken = false
  let isLost = false
  for (const url of bundlers) {
    try {
      const own = AbortSignal.any([signal, AbortSignal.timeout(limits.answer)])
      await handToBundler(url, operation, sought.hash, own)
      if (!isTaken) submission.onTaken?.()
      isTaken = true
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : 'The bundler didn’t answer.')
      isLost ||= !(error instanceof AnsweredError) || /already (?:known|exists|imported)/i.test(error.message)
    }
    // A bundler that refused, or answered with another hash, may still have sent it on.
    const outcome = await waitFor(submission, isTaken ? limits.patience : 0, limits.pause)
    if (outcome) return outcome
  }
  // Where all said no, none of them has it. One that never answered, or named another operation, may.
  if (!isTaken && !isLost) throw notTaken(new RefusedByAllError(reasons))
  const outcome = await waitLonger(submission, isTaken ? limits.rest : limits.patience, limits.pause)
  if (outcome) return outcome
  throw isTaken ? stuck() : notTaken(new BundlersError(reasons))
}

/** Waits once more whenever the operation was replaced in the meantime. */
async function waitLonger(
  submission: Submission,
  limit: number,
  pause: number,
): Promise<Outcome | undefined> {
  const count = () => submission.others?.().length ?? 0
  for (;;) {
    const known = count()
    const outcome = await waitFor(submission, limit, pause)
    if (outcome || count() === known) return outcome
  }
}

async function waitFor(
  { client, sought, signal, others }: Submission,
  limit: number,
  pause: number,
): Promise<Outcome | undefined> {
  const end = Date.now() + limit
  for (;;) {
    if (signal.aborted) throw new FrameError('aborted')
    // What's read again lacks those known before, once newer records have pushed it out.
    const earlier = [...new Set([...(sought.earlier ?? []), ...(others?.() ?? [])])]
    const outcome = await findOutcome(client, { ...sought, earlier }).catch(() => undefined)
    if (outcome || Date.now() >= end) return outcome
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

const notTaken = (cause: BundlersError) =>
  new FrameError(
    'rpc_error',
    `No bundler took the operation: ${cause.message.slice(0, 200)} One of them may still carry it out.`,
    { rpcCode: -32000, cause },
  )

const stuck = () =>
  new FrameError(
    'rpc_error',
    'Your transaction was sent but hasn’t gone through yet. Don’t send it again. You can speed it up in your account.',
    { rpcCode: -32000 },
  )

import type { CallsStep, PreparedCalls, SubmittedCalls } from '../contracts/capabilities/calls.js'
import type { SubmittedTransaction } from '../contracts/capabilities/send.js'
import { CallsPartlySentError } from '../contracts/CallsPartlySentError.js'
import { BaseError } from '../errors/base.js'
import type { LogService } from '../platform/log.js'
import { submitOnce } from './submitOnce.js'

/** Asks the wallet for one step. `handingOver` is called right before. */
export type SubmitStep<Submitted extends SubmittedTransaction> = (
  handingOver: () => void,
) => Promise<Submitted>

type StepListener = (step: CallsStep) => void

/**
 * Does the steps of `PreparedCalls` one after the other, each once the chain has confirmed the one before. Every step is
 * done once: while they are under way, and after them, a second call returns the same; after a failure it goes on with
 * the one that failed.
 *
 * @param join Makes one of what each step sent, once all are. @param log Told when a listener of steps throws.
 * @returns two members of `PreparedCalls`. `submit` throws CallsPartlySentError when a step after the first one fails.
 */
export function submitSteps<Submitted extends SubmittedTransaction>(
  steps: readonly SubmitStep<Submitted>[],
  join: (sent: readonly Submitted[]) => SubmittedCalls,
  log: LogService,
): Pick<PreparedCalls, 'submit' | 'isHandedOver'> {
  const sent: Submitted[] = []

  async function doStep(index: number, tell: StepListener, handingOver: () => void): Promise<void> {
    const step = steps[index] as SubmitStep<Submitted>
    if (!sent[index]) {
      tell({ index, status: 'asking' })
      const submitted = await step(handingOver)
      sent.push(submitted)
      tell({ index, status: 'sent', submitted })
    }
    if (index === steps.length - 1) return
    const submitted = sent[index] as Submitted
    const { status, reason } = await submitted.wait()
    if (status === 'failed') {
      // It did nothing that a second attempt would do twice.
      sent.pop()
      throw new BaseError(reason ?? 'The network refused the transaction.', {
        code: 'CALL_FAILED',
        metaMessages: [`Transaction: ${submitted.id}`],
      })
    }
    tell({ index, status: 'confirmed', submitted })
  }

  return submitOnce(async (handingOver, { onStep }: { readonly onStep?: StepListener } = {}) => {
    const tell = (step: CallsStep) => {
      try {
        onStep?.(step)
      } catch (error) {
        log.error('A listener of steps threw.', error)
      }
    }
    for (let index = Math.max(sent.length - 1, 0); index < steps.length; index += 1) {
      try {
        await doStep(index, tell, handingOver)
      } catch (cause) {
        if (sent.length === 0) throw cause
        throw new CallsPartlySentError({ transactions: sent.map(({ id }) => id), steps: steps.length, cause })
      }
    }
    return join(sent)
  })
}

import {
  BaseError,
  CallsPartlySentError,
  type CallsStep,
  type LogService,
  type SubmittedTransaction,
} from '@latchkey/kernel/plugin'

/** Asks the wallet for one step. */
export type SendStep = (handingOver: () => void) => Promise<SubmittedTransaction>

export interface SubmitControl {
  /** What each step sent, once all are. */
  submit(onStep?: (step: CallsStep) => void): Promise<readonly SubmittedTransaction[]>
  /** Whether the wallet has been asked for something that can move money. */
  isHandedOver(): boolean
}

/**
 * Does steps one after the other, each once the chain has confirmed the one before. Every step is done once: while they
 * are under way, and after them, a second call returns the same; after a failure it goes on with the one that failed.
 */
export function createSubmit(steps: readonly SendStep[], log: LogService): SubmitControl {
  const sent: SubmittedTransaction[] = []
  let running: Promise<readonly SubmittedTransaction[]> | undefined
  let isHandedOver = false
  const handingOver = () => {
    isHandedOver = true
  }

  async function doStep(index: number, tell: (step: CallsStep) => void): Promise<void> {
    const step = steps[index] as SendStep
    if (!sent[index]) {
      tell({ index, status: 'asking' })
      const submitted = await step(handingOver)
      sent.push(submitted)
      tell({ index, status: 'sent', submitted })
    }
    if (index === steps.length - 1) return
    const submitted = sent[index] as SubmittedTransaction
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

  async function run(onStep: ((step: CallsStep) => void) | undefined) {
    const tell = (step: CallsStep) => {
      try {
        onStep?.(step)
      } catch (error) {
        log.error('A listener of steps threw.', error)
      }
    }
    for (let index = Math.max(sent.length - 1, 0); index < steps.length; index += 1) {
      try {
        await doStep(index, tell)
      } catch (cause) {
        if (sent.length === 0) throw cause
        throw new CallsPartlySentError({ transactions: sent.map(({ id }) => id), steps: steps.length, cause })
      }
    }
    return sent
  }

  return {
    submit(onStep) {
      running ??= run(onStep).catch((error: unknown) => {
        running = undefined
        throw error
      })
      return running
    },
    isHandedOver: () => isHandedOver,
  }
}

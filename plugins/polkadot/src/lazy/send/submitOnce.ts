import type { SubmittedTransaction } from '@latchkey/kernel/plugin'

/** Asks the wallet. `handingOver` is called right before. */
export type AskWallet = (handingOver: () => void) => Promise<SubmittedTransaction>

export interface SubmitControl {
  submit(): Promise<SubmittedTransaction>
  isHandedOver(): boolean
}

/** What is prepared once pays once, however often the button is pressed; after a failure it may be tried again. */
export function submitOnce(ask: AskWallet): SubmitControl {
  let running: Promise<SubmittedTransaction> | undefined
  let isHandedOver = false
  const handingOver = () => {
    isHandedOver = true
  }
  return {
    submit() {
      running ??= ask(handingOver).catch((error: unknown) => {
        running = undefined
        throw error
      })
      return running
    },
    isHandedOver: () => isHandedOver,
  }
}

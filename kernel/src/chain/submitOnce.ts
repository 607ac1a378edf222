import { isNothingSent } from '../errors/nothingSent.js'

export interface SubmitControl<Arguments extends readonly unknown[], Submitted> {
  /** Asks the wallet. While that is under way, and after it, a second call returns the same promise. */
  submit(...options: Arguments): Promise<Submitted>
  /** Whether the wallet has been asked for something that can move money, unless it's certain that it signed nothing. */
  isHandedOver(): boolean
}

/**
 * What is prepared once pays once, however often the button is pressed; after a failure it may be tried again.
 *
 * @param ask Asks the wallet. It calls `handingOver` right before the wallet gets a request that can move money.
 */
export function submitOnce<Arguments extends readonly unknown[], Submitted>(
  ask: (handingOver: () => void, ...options: Arguments) => Promise<Submitted>,
): SubmitControl<Arguments, Submitted> {
  let running: Promise<Submitted> | undefined
  let isHandedOver = false
  const handingOver = () => {
    isHandedOver = true
  }
  return {
    submit(...options) {
      if (running) return running
      const wasHandedOver = isHandedOver
      running = ask(handingOver, ...options).catch((error: unknown) => {
        running = undefined
        if (isNothingSent(error)) isHandedOver = wasHandedOver
        throw error
      })
      return running
    },
    isHandedOver: () => isHandedOver,
  }
}

import type { Clock } from '@latchkey/kernel/plugin'

export interface MinedOptions {
  readonly clock: Clock
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** `eth_getTransactionReceipt` of the transaction. */
  readReceipt(): Promise<unknown>
}

/** Milliseconds between two looks at the node. */
const pause = 2_000
/** Looks before nobody expects the transaction any more: ten minutes. */
const most = 300

/** Resolves once the node has the transaction in a block, with false when it hasn't in ten minutes. A node that doesn't answer is asked again. */
export async function awaitMined({ clock, signal, readReceipt }: MinedOptions): Promise<boolean> {
  for (let look = 0; look < most && !signal.aborted; look += 1) {
    const receipt = await readReceipt().catch(() => undefined)
    if (typeof receipt === 'object' && receipt !== null) return true
    await new Promise<void>((resolve) => {
      const end = () => {
        clock.clearTimeout(timer)
        resolve()
      }
      const timer = clock.setTimeout(() => {
        signal.removeEventListener('abort', end)
        resolve()
      }, pause)
      signal.addEventListener('abort', end, { once: true })
    })
  }
  return false
}

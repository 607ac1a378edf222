import type { LogService } from '@latchkey/kernel/plugin'
import type { Eip1193Provider } from '../provider.js'

export type ProviderListeners = Readonly<Record<string, (payload: unknown) => void>>

/** Adds listeners to a wallet (EIP-2700) and returns what removes exactly these, once. */
export function listenToProvider(
  provider: Eip1193Provider,
  listeners: ProviderListeners,
  log: LogService,
): () => void {
  let listening = true
  const entries = Object.entries(listeners).map(
    ([event, listener]) =>
      // A wallet that keeps a listener after its removal must not be heard any more.
      [event, (payload: unknown) => listening && listener(payload)] as const,
  )
  const each = (act: 'on' | 'removeListener') => {
    for (const [event, listener] of entries) {
      try {
        provider[act]?.(event, listener as (payload: unknown) => void)
      } catch (error) {
        log.debug(`The wallet threw on ${act}("${event}").`, error)
      }
    }
  }
  each('on')
  return () => {
    if (!listening) return
    listening = false
    each('removeListener')
  }
}

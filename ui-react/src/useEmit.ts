import type { EventKey } from '@latchkey/kernel/plugin'
import { useKernel } from './useKernel.js'

/** Tells whoever listens to an event. The same function as long as the kernel is. */
export function useEmit(): <T>(event: EventKey<T>, payload: NoInfer<T>) => void {
  return useKernel().events.emit
}

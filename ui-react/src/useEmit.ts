import type { EventKey } from '@latchkey/kernel/plugin'
import { useKernel } from './useKernel.js'

/** Emits an event. The function stays the same as long as the kernel does. */
export function useEmit(): <T>(event: EventKey<T>, payload: NoInfer<T>) => void {
  return useKernel().events.emit
}

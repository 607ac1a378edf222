import type { ExtensionPoint } from '@latchkey/kernel/plugin'
import { useCallback, useSyncExternalStore } from 'react'
import { useKernel } from './useKernel.js'

/** What plugins added to an extension point, in the host's plugin order. Late additions appear by themselves. */
export function useContributions<T extends { readonly id: string }>(point: ExtensionPoint<T>): readonly T[] {
  const kernel = useKernel()
  const read = useCallback(() => kernel.list(point), [kernel, point])
  return useSyncExternalStore(kernel.subscribe, read, read)
}

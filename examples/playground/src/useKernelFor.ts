import type { Kernel } from '@latchkey/kernel'
import { useInsertionEffect, useLayoutEffect, useMemo, useRef } from 'react'

/** A new kernel whenever the key changes. Both have one id, so the old one is disposed before the new one starts. */
export function useKernelFor(key: string, create: () => Kernel): Kernel {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the settings a kernel is made from.
  const kernel = useMemo(create, [key])
  const shown = useRef<Kernel | undefined>(undefined)
  // Strict mode runs layout effects twice with the same kernel, and these once: they tell which kernel is left.
  useInsertionEffect(() => {
    shown.current = kernel
    return () => {
      shown.current = undefined
    }
  }, [kernel])
  useLayoutEffect(
    () => () => {
      if (shown.current !== kernel) void kernel.dispose()
    },
    [kernel],
  )
  return kernel
}

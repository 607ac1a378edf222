import type { Kernel } from '@latchkey/kernel'
import { useShell } from './useShell.js'

/**
 * The kernel of the nearest provider.
 *
 * @throws KernelError `KERNEL_MISSING` outside of a `KernelProvider`.
 */
export function useKernel(): Kernel {
  return useShell().kernel
}

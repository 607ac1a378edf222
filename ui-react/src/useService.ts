import type { Token } from '@latchkey/kernel/plugin'
import { useKernel } from './useKernel.js'

/**
 * A service of the kernel. Read its state with `useSnapshot(service.state)`.
 *
 * @throws KernelError `SERVICE_MISSING` when no plugin provides it; `useKernel().find(token)` answers `undefined`.
 */
export function useService<T>(token: Token<T>): T {
  return useKernel().get(token)
}

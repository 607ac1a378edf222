import { useMemo } from 'react'
import { useShell } from '../useShell.js'

export interface PrefetchHandlers {
  onPointerEnter(): void
  onFocus(): void
}

/** Loads the modal's code when a person is about to press. */
export function usePrefetch(): PrefetchHandlers {
  const { modal } = useShell()
  return useMemo(() => ({ onPointerEnter: () => modal.load(), onFocus: () => modal.load() }), [modal])
}

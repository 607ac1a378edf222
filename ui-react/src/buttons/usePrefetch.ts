import { useMemo } from 'react'
import { useShell } from '../useShell.js'

export interface PrefetchHandlers {
  onPointerEnter(): void
  onFocus(): void
}

/** Loads the code of the modal, and what a chosen wallet needs, when a person is about to press. */
export function usePrefetch(): PrefetchHandlers {
  const { modal, connecting } = useShell()
  return useMemo(() => {
    const load = () => {
      modal.load()
      connecting.load()
    }
    return { onPointerEnter: load, onFocus: load }
  }, [modal, connecting])
}

import type { RefObject } from 'react'
import { useIsomorphicLayoutEffect } from './useIsomorphicLayoutEffect.js'

/** Sets `inert`, which React 18 and 19 take in different forms. */
export function useInert(ref: RefObject<HTMLElement | null>, inert: boolean): void {
  useIsomorphicLayoutEffect(() => {
    if (ref.current) ref.current.inert = inert
  }, [ref, inert])
}

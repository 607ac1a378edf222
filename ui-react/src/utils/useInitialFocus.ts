import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the input inside of an element when that appears. The `autoFocus` of React would scroll a page that shows the
 * view inline.
 */
export function useInitialFocus(box: RefObject<HTMLElement | null>, wanted = false): void {
  const first = useRef(wanted)
  useEffect(() => {
    if (first.current) box.current?.querySelector('input')?.focus({ preventScroll: true })
  }, [box])
}

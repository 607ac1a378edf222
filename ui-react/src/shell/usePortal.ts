import { useLayoutEffect, useState } from 'react'
import { shieldEvents } from './shieldEvents.js'

/**
 * An element of our own at the end of the body, there only while it is needed: one that outlived an opening would be
 * marked `aria-hidden` by a dialog of the host that opens meanwhile.
 */
export function usePortal(needed: boolean, kernelId: string): HTMLElement | undefined {
  const [container, setContainer] = useState<HTMLElement>()
  useLayoutEffect(() => {
    if (!needed) return
    const element = document.createElement('div')
    element.setAttribute('data-latchkey-portal', kernelId)
    document.body.append(element)
    setContainer(element)
    return () => {
      setContainer(undefined)
      element.remove()
    }
  }, [needed, kernelId])
  // After React's own listeners, which are set on the element when the portal is first drawn.
  useLayoutEffect(() => (container ? shieldEvents(container) : undefined), [container])
  return container
}

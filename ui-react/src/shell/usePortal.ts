import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useShell } from '../useShell.js'
import { shieldEvents } from './shieldEvents.js'

export interface Portal {
  /** Put on a hidden element where the provider stands, to find out in which document or shadow root that is. */
  readonly anchor: RefObject<HTMLSpanElement | null>
  readonly container: HTMLElement | undefined
}

/**
 * An element of our own at the end of the body, or of the shadow root that the provider lives in, there only while it is
 * needed: one that outlived an opening would be marked `aria-hidden` by a dialog of the host that opens meanwhile.
 */
export function usePortal(needed: boolean, kernelId: string): Portal {
  const { container: place } = useShell()
  const [container, setContainer] = useState<HTMLElement>()
  const anchor = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (!needed) return
    const parent = (typeof place === 'function' ? place() : place) ?? parentFor(anchor.current)
    const element = (parent.ownerDocument ?? document).createElement('div')
    element.setAttribute('data-latchkey-portal', kernelId)
    parent.append(element)
    setContainer(element)
    return () => {
      setContainer(undefined)
      element.remove()
    }
  }, [needed, kernelId, place])
  // After React's own listeners, which are set on the element when the portal is first drawn.
  useLayoutEffect(() => (container ? shieldEvents(container) : undefined), [container])
  return { anchor, container }
}

/** Styles and focus end at the border of a shadow root, so what belongs to a provider inside of one stays inside. */
function parentFor(anchor: Element | null): Element | ShadowRoot {
  const root = anchor?.getRootNode()
  if (root && 'host' in root) return root as ShadowRoot
  return anchor?.ownerDocument.body ?? document.body
}

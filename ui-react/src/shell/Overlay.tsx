import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ThemeRoot } from '../theme/ThemeRoot.js'
import { useShell } from '../useShell.js'
import { shieldEvents } from './shieldEvents.js'

/**
 * Draws over the page, in the theme of the provider: in an element of our own at the end of the body, or of the shadow
 * root that the provider lives in. It is there only while there are children: one that outlived an opening would be
 * marked `aria-hidden` by a dialog of the host that opens meanwhile.
 */
export function Overlay({ children }: { readonly children: ReactNode }): ReactNode {
  const { kernel, theme, dir, locale, container: place } = useShell()
  const [container, setContainer] = useState<HTMLElement>()
  // Stands where the provider does, to find out in which document or shadow root that is.
  const anchor = useRef<HTMLSpanElement>(null)
  const needed = !!children
  useLayoutEffect(() => {
    if (!needed) return
    const parent = (typeof place === 'function' ? place() : place) ?? parentFor(anchor.current)
    const element = (parent.ownerDocument ?? document).createElement('div')
    element.setAttribute('data-latchkey-portal', kernel.id)
    parent.append(element)
    setContainer(element)
    return () => {
      setContainer(undefined)
      element.remove()
    }
  }, [needed, kernel, place])
  // After React's own listeners, which are set on the element when the portal is first drawn.
  useLayoutEffect(() => (container ? shieldEvents(container) : undefined), [container])
  if (!needed) return null
  return (
    <>
      <span ref={anchor} hidden />
      {container
        ? createPortal(
            <ThemeRoot mode={theme.mode} variables={theme.variables} dir={dir} lang={locale}>
              {children}
            </ThemeRoot>,
            container,
          )
        : null}
    </>
  )
}

/** Styles and focus end at the border of a shadow root, so what belongs to a provider inside of one stays inside. */
function parentFor(anchor: Element | null): Element | ShadowRoot {
  const root = anchor?.getRootNode()
  if (root && 'host' in root) return root as ShadowRoot
  return anchor?.ownerDocument.body ?? document.body
}

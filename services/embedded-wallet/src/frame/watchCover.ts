/** Of "Intersection Observer v2", which not every browser has. */
interface VisibilityOptions extends IntersectionObserverInit {
  readonly trackVisibility: boolean
  readonly delay: number
}

/** The least that browsers take. Milliseconds. */
const observationDelay = 100

export interface CoverWatch {
  /** Whether something of the page lies over the element, or makes it look other than it is. */
  isCovered(): boolean
  stop(): void
}

/**
 * Watches whether an element is seen as it is. Where the browser cannot tell, nothing counts as covered.
 *
 * @param onSeen Called when it is seen after it was not.
 */
export function watchCover(element: Element, onSeen: () => void): CoverWatch {
  let isCovered = false
  const options: VisibilityOptions = {
    threshold: Array.from({ length: 11 }, (_, index) => index / 10),
    trackVisibility: true,
    delay: observationDelay,
  }
  const observer = new IntersectionObserver((entries) => {
    const last = entries.at(-1) as (IntersectionObserverEntry & { readonly isVisible?: boolean }) | undefined
    const was = isCovered
    isCovered = last?.isVisible === false
    if (was && !isCovered) onSeen()
  }, options)
  // A browser that does not know the option says nothing of it back.
  if ('trackVisibility' in observer) observer.observe(element)
  return { isCovered: () => isCovered, stop: () => observer.disconnect() }
}

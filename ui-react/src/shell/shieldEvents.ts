/**
 * Focus traps and outside-press handlers of the host's dialogs listen on the document. What happens in our dialog is
 * not their business: without this, a press here closes the host's dialog, or its trap pulls the focus back.
 */
const shielded = ['pointerdown', 'mousedown', 'touchstart', 'focusin', 'focusout'] as const

/** Stops those events at the given element, after the listeners on it. Answers how to stop doing so. */
export function shieldEvents(element: HTMLElement): () => void {
  const stop = (event: Event) => event.stopPropagation()
  for (const name of shielded) element.addEventListener(name, stop, { passive: true })
  return () => {
    for (const name of shielded) element.removeEventListener(name, stop)
  }
}

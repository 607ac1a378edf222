const duration = 500
const offsets = [0, -6, 6, -5, 5, -3, 3, 0]

/** Shakes an element for half a second; without movement for people who asked for less. Answers how to stop. */
export function shakeElement(element: HTMLElement): () => void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const frames = offsets.map((offset) => ({ transform: still ? 'none' : `translateX(${offset}px)` }))
  element.dataset['shaking'] = ''
  const animation = element.animate(frames, { duration })
  animation.onfinish = animation.oncancel = () => delete element.dataset['shaking']
  return () => animation.cancel()
}

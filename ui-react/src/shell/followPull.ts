/** How far down the sheet is pulled, in pixels, to count as a wish to close. */
const dismissDistance = 96

/**
 * Moves the card with the pointer that pulls it.
 *
 * @param onDismiss Answers whether the sheet closes; it springs back when not.
 * @returns What stops it.
 */
export function followPull(card: HTMLElement, onDismiss: () => boolean): () => void {
  let start: number | undefined
  const pulled = (event: PointerEvent) => Math.max(0, event.clientY - (start ?? 0))
  const move = (offset: number) => {
    card.toggleAttribute('data-dragging', offset > 0)
    // An empty value takes the property away.
    card.style.setProperty('--lk-sheet-offset', offset > 0 ? `${offset}px` : '')
  }
  const begin = (event: PointerEvent) => {
    const target = event.target as Element
    const isGrip = target.closest('.lk-sheet-handle, .lk-modal-header') && !target.closest('button, a')
    // In a wide window there is no sheet, and no handle to be seen.
    const isSheet = card.querySelector('.lk-sheet-handle')?.getClientRects().length
    if (!isGrip || !isSheet) return
    start = event.clientY
    target.setPointerCapture(event.pointerId)
  }
  const follow = (event: PointerEvent) => {
    if (start !== undefined) move(pulled(event))
  }
  const end = (event: PointerEvent) => {
    if (start === undefined) return
    const distance = pulled(event)
    start = undefined
    if (event.type === 'pointercancel' || distance < dismissDistance || !onDismiss()) move(0)
  }
  const listeners = { pointerdown: begin, pointermove: follow, pointerup: end, pointercancel: end }
  const following = new AbortController()
  for (const [type, listener] of Object.entries(listeners))
    card.addEventListener(type, listener as EventListener, following)
  return () => following.abort()
}

import { type RefObject, useEffect, useRef } from 'react'

/** How far down the sheet is pulled, in pixels, to count as a wish to close. */
const dismissDistance = 96

export interface SheetHandleProps {
  readonly card: RefObject<HTMLElement | null>
  /** Answers whether the sheet closes; it springs back when not. */
  onDismiss(): boolean
}

/**
 * Bar at the top of the bottom sheet, which is pulled down by it or by its header. The close button does the same without
 * dragging (WCAG 2.5.7).
 */
export function SheetHandle({ card, onDismiss }: SheetHandleProps) {
  const dismiss = useRef(onDismiss)
  useEffect(() => {
    dismiss.current = onDismiss
  })
  useEffect(() => {
    const element = card.current
    if (!element) return
    return followPull(element, () => dismiss.current())
  }, [card])
  return <div className="lk-sheet-handle" data-testid="lk-sheet-handle" aria-hidden="true" />
}

/** Moves the card with the pointer that pulls it. Answers what stops it. */
function followPull(card: HTMLElement, onDismiss: () => boolean): () => void {
  let start: number | undefined
  const move = (offset: number) => {
    card.toggleAttribute('data-dragging', offset > 0)
    if (offset > 0) card.style.setProperty('--lk-sheet-offset', `${offset}px`)
    else card.style.removeProperty('--lk-sheet-offset')
  }
  const pulled = (event: PointerEvent) => Math.max(0, event.clientY - (start ?? event.clientY))
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
  for (const [type, listener] of Object.entries(listeners))
    card.addEventListener(type, listener as EventListener)
  return () => {
    for (const [type, listener] of Object.entries(listeners)) {
      card.removeEventListener(type, listener as EventListener)
    }
  }
}

import { type PointerEvent, type RefObject, useRef } from 'react'

/** How far down the sheet is pulled, in pixels, to count as a wish to close. */
const dismissDistance = 96

export interface SheetHandleProps {
  readonly card: RefObject<HTMLElement | null>
  /** Answers whether the sheet closes; it springs back when not. */
  onDismiss(): boolean
}

/** Bar at the top of the bottom sheet. The close button does the same without dragging (WCAG 2.5.7). */
export function SheetHandle({ card, onDismiss }: SheetHandleProps) {
  const start = useRef<number | undefined>(undefined)
  const move = (offset: number) => {
    const element = card.current
    if (!element) return
    element.toggleAttribute('data-dragging', offset > 0)
    if (offset > 0) element.style.setProperty('--lk-sheet-offset', `${offset}px`)
    else element.style.removeProperty('--lk-sheet-offset')
  }
  const distance = (event: PointerEvent) => Math.max(0, event.clientY - (start.current ?? event.clientY))
  const end = (event: PointerEvent, decided: boolean) => {
    const pulled = distance(event)
    start.current = undefined
    if (!decided || pulled < dismissDistance || !onDismiss()) move(0)
  }
  return (
    <div
      className="lk-sheet-handle"
      data-testid="lk-sheet-handle"
      aria-hidden="true"
      onPointerDown={(event) => {
        start.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => start.current !== undefined && move(distance(event))}
      onPointerUp={(event) => end(event, true)}
      onPointerCancel={(event) => end(event, false)}
    />
  )
}

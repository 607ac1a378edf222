import { type RefObject, useEffect } from 'react'
import { useChunk } from '../useChunk.js'
import { useFurtherViews } from './furtherViews.js'

export interface SheetHandleProps {
  readonly card: RefObject<HTMLElement | null>
  /** Answers whether the sheet closes. One and the same function at every render. */
  readonly onDismiss: () => boolean
}

/**
 * Bar at the top of the bottom sheet, which is pulled down by it or by its header, once the code for it is there. The close
 * button does the same without dragging (WCAG 2.5.7).
 */
export function SheetHandle({ card, onDismiss }: SheetHandleProps) {
  const { module } = useChunk(useFurtherViews())
  useEffect(
    () => (card.current ? module?.followPull(card.current, onDismiss) : undefined),
    [module, card, onDismiss],
  )
  return <div className="lk-sheet-handle" data-testid="lk-sheet-handle" aria-hidden="true" />
}

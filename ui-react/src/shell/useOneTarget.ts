import { type MouseEvent, useRef } from 'react'

/**
 * Takes the second click of a double click only for what the first one hit. Between both, another view may have come to
 * stand under the pointer, or the overlay where the card shrank: nobody meant to press what is there.
 *
 * @returns A handler for `onClickCapture` of what holds everything.
 */
export function useOneTarget(): (event: MouseEvent) => void {
  const first = useRef<EventTarget | null>(null)
  return (event) => {
    const target =
      event.target instanceof Element
        ? (event.target.closest('button, a, label') ?? event.target)
        : event.target
    // A key and a script press without a count.
    if (event.detail < 2) first.current = target
    else if (first.current !== target) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
}

/** Asks whoever is at the focus inside a dialog whether Escape is meant for it. Taken by preventing its default. */
export const innerEscape = 'lk-escape'

/** Whether something at the target took Escape for itself: a search that was emptied, for example. */
export function isEscapeTaken(target: EventTarget | null): boolean {
  const isLeft = target?.dispatchEvent(new Event(innerEscape, { bubbles: true, cancelable: true })) ?? true
  return !isLeft
}

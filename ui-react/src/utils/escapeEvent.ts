/**
 * Sent to the focused element, and from there upwards, when Escape is pressed in the modal, which hears the key
 * first. An element with something smaller to close or to empty does so and prevents the default, which is that the
 * modal closes.
 */
export const escapeEvent = 'lk-escape'

/** Answers whether nobody below had something to close first. */
export function offerEscape(target: EventTarget): boolean {
  return target.dispatchEvent(new Event(escapeEvent, { bubbles: true, cancelable: true }))
}

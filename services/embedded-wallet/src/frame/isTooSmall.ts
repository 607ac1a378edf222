/** The least room in which a person reads a question before the buttons that answer it. CSS pixels. */
const least = { width: 240, height: 240 }

/**
 * Whether the app gave the frame so little room that its buttons are seen and what they agree to isn't. A question that fits
 * is never too high, however short it is.
 */
export function isTooSmall(root: HTMLElement): boolean {
  const { innerWidth, innerHeight } = window
  return innerWidth < least.width || (innerHeight < least.height && root.scrollHeight > root.clientHeight + 1)
}

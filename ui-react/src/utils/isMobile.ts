/** Whether wallets are apps here rather than extensions: a phone or a tablet. */
export function isMobile(): boolean {
  if (typeof navigator === 'undefined') return false
  const { userAgent, maxTouchPoints } = navigator
  if (/Android|iPhone|iPad|iPod|Mobile/i.test(userAgent)) return true
  // iPadOS says it is a Mac.
  return /Macintosh/.test(userAgent) && maxTouchPoints > 1
}

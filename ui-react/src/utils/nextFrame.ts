/** Once the browser has painted what is drawn now; at once in a page that isn't painted, because it is in the background. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') {
      resolve()
      return
    }
    const done = () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('visibilitychange', done)
      resolve()
    }
    // A frame's callbacks run before it is painted, so what is done in the next task comes after it.
    const frame = requestAnimationFrame(() => setTimeout(done))
    document.addEventListener('visibilitychange', done)
  })
}

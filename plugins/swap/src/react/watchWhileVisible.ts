/** Keeps prices fresh while the page can be seen: a tab in the background asks nobody. @returns Ends it. */
export function watchWhileVisible(watch: () => () => void): () => void {
  let stop: (() => void) | undefined
  const follow = () => {
    const isVisible = document.visibilityState === 'visible'
    if (isVisible) stop ??= watch()
    else {
      stop?.()
      stop = undefined
    }
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    stop?.()
  }
}

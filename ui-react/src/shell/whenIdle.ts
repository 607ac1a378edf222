import { savesData } from './savesData.js'

/** Runs something once the page is loaded and idle; not at all when the person saves data. Answers how to call it off. */
export function whenIdle(run: () => void): () => void {
  if (savesData()) return () => {}
  let cancel = () => {}
  const schedule = () => {
    if (typeof requestIdleCallback === 'function') {
      const handle = requestIdleCallback(run, { timeout: 4_000 })
      cancel = () => cancelIdleCallback(handle)
    } else {
      const handle = setTimeout(run, 1_000)
      cancel = () => clearTimeout(handle)
    }
  }
  if (document.readyState === 'complete') {
    schedule()
    return () => cancel()
  }
  window.addEventListener('load', schedule, { once: true })
  return () => {
    window.removeEventListener('load', schedule)
    cancel()
  }
}

import { useEffect, useState } from 'react'
import { safeImageUrl } from './safeImageUrl.js'

/** How long a picture may take before the fallback stays, milliseconds. */
const imageTimeout = 2_000

/**
 * Loads and decodes a picture off the page and returns its address once it can be painted whole. Until
 * then, and for a picture that is unsafe, broken or slower than two seconds, it returns `undefined` and
 * the caller shows its fallback: no broken image ever appears.
 */
export function usePreloadedImage(source: string | undefined): string | undefined {
  const url = safeImageUrl(source)
  const [ready, setReady] = useState<string>()
  useEffect(() => {
    if (!url) return
    let isCurrent = true
    const image = new Image()
    image.referrerPolicy = 'no-referrer'
    image.decoding = 'async'
    const stop = () => {
      isCurrent = false
      clearTimeout(timer)
    }
    const timer = setTimeout(stop, imageTimeout)
    image.onload = () => {
      if (isCurrent && image.naturalWidth > 0) setReady(url)
      stop()
    }
    image.onerror = stop
    image.src = url
    return () => {
      stop()
      image.onload = null
      image.onerror = null
    }
  }, [url])
  return ready === url ? ready : undefined
}

import { useState } from 'react'
import { safeImageUrl } from './safeImageUrl.js'
import { useIsomorphicLayoutEffect } from './useIsomorphicLayoutEffect.js'

/** How long a picture may take before the fallback stays, milliseconds. */
export const imageTimeout = 2_000

export interface PreloadedImage {
  /** The address, once the picture can be painted whole. */
  readonly image: string | undefined
  /** True until the picture is there or given up: neither it nor the fallback is the last thing to be shown. */
  readonly isLoading: boolean
}

/**
 * Loads and decodes a picture off the page. Returns no address for a picture that is unsafe, broken or slower than two
 * seconds, and the caller shows its fallback: no broken image ever appears. What the page has loaded before is there at
 * the first paint.
 */
export function usePreloadedImage(source: string | undefined): PreloadedImage {
  const url = safeImageUrl(source)
  const [settled, setSettled] = useState<{ readonly url: string; readonly isReady: boolean }>()
  useIsomorphicLayoutEffect(() => {
    if (!url) return
    const image = new Image()
    image.referrerPolicy = 'no-referrer'
    image.decoding = 'async'
    const stop = () => {
      clearTimeout(timer)
      image.onload = null
      image.onerror = null
    }
    const settle = (isReady: boolean) => {
      stop()
      setSettled({ url, isReady })
    }
    const timer = setTimeout(() => settle(false), imageTimeout)
    image.onload = () => settle(image.naturalWidth > 0)
    image.onerror = () => settle(false)
    image.src = url
    if (image.complete && image.naturalWidth > 0) settle(true)
    return stop
  }, [url])
  const current = settled?.url === url ? settled : undefined
  return { image: current?.isReady ? url : undefined, isLoading: url !== undefined && !current }
}

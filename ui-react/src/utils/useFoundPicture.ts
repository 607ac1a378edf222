import type { Kernel } from '@latchkey/kernel'
import { Log } from '@latchkey/kernel/plugin'
import { Pictures, type PictureSubject } from '@latchkey/kernel/contracts'
import { type RefObject, useContext, useEffect, useState } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { ShellContext } from '../shellContext.js'
import { safeImageUrl } from './safeImageUrl.js'

/**
 * A picture from the plugins that know some, asked for when its place comes into sight. Without a provider, a plugin or
 * an answer it returns `undefined`, and the caller shows its fallback.
 */
export function useFoundPicture(
  place: RefObject<Element | null>,
  subject: PictureSubject | undefined,
): string | undefined {
  const kernel = useContext(ShellContext)?.kernel
  const key = subject && JSON.stringify(subject)
  const [found, setFound] = useState<{ readonly key: string; readonly source: string }>()
  useEffect(() => {
    const element = place.current
    if (!kernel || !key || !element || kernel.list(Pictures).length === 0) return
    let isCurrent = true
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void findPicture(kernel, JSON.parse(key)).then((source) => {
        if (isCurrent && source !== undefined) setFound({ key, source })
      })
    })
    observer.observe(element)
    return () => {
      isCurrent = false
      observer.disconnect()
    }
  }, [kernel, key, place])
  return found?.key === key ? found?.source : undefined
}

/** The first picture that is safe to show, in the order of the host's plugins. */
async function findPicture(kernel: Kernel, subject: PictureSubject): Promise<string | undefined> {
  for (const source of kernel.list(Pictures)) {
    try {
      const picture = await source.find(subject)
      if (safeImageUrl(picture)) return picture
    } catch (error) {
      attemptCall(() => kernel.find(Log)?.info(`${source.id} could not load a picture.`, error), undefined)
    }
  }
  return undefined
}

import type { Kernel } from '@latchkey/kernel'
import { Log } from '@latchkey/kernel/plugin'
import { Pictures, type PictureSubject } from '@latchkey/kernel/contracts'
import { type RefObject, useContext, useEffect, useState } from 'react'
import { attemptCall } from '../contain/attemptCall.js'
import { ShellContext } from '../shellContext.js'
import { safeImageUrl } from './safeImageUrl.js'
import { imageTimeout } from './usePreloadedImage.js'

export interface FoundPictureSource {
  /** Absent without a provider, a plugin or an answer: the caller shows its fallback. */
  readonly source: string | undefined
  /** True until the plugins answer, or for two seconds once the place is in sight. */
  readonly isSearching: boolean
}

/** A picture from the plugins that know some, asked for when its place comes into sight. */
export function useFoundPicture(
  place: RefObject<Element | null>,
  subject: PictureSubject | undefined,
): FoundPictureSource {
  const kernel = useContext(ShellContext)?.kernel
  const key = subject && JSON.stringify(subject)
  const [found, setFound] = useState<{ readonly key: string; readonly source: string | undefined }>()
  const isAsked = kernel !== undefined && key !== undefined && kernel.list(Pictures).length > 0
  useEffect(() => {
    const element = place.current
    if (!isAsked || !element) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = (source: string | undefined) => {
      clearTimeout(timer)
      if (isCurrent) setFound({ key, source })
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      timer = setTimeout(tell, imageTimeout, undefined)
      void findPicture(kernel, JSON.parse(key)).then(tell)
    })
    observer.observe(element)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isAsked, kernel, key, place])
  const current = found?.key === key ? found : undefined
  return { source: current?.source, isSearching: isAsked && !current }
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

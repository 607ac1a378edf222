import { useSyncExternalStore } from 'react'

/** From this width on the widget stands beside the text. The style sheet knows the same width. */
const query = '(min-width: 861px)'

export function useIsWide(): boolean {
  return useSyncExternalStore(
    (notify) => {
      const media = matchMedia(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    () => matchMedia(query).matches,
  )
}

import type { PreviewingOptions } from './createPreviewing.js'

/** Keeps apart what a person has read of a preview and what stands there because time passed. */
export function createReading<Preview extends object, Change>({
  compareToRead,
  compareToShown = compareToRead,
  seen,
  replaced,
}: Pick<
  PreviewingOptions<unknown, { readonly preview: Preview }, Preview, Change>,
  'compareToRead' | 'compareToShown' | 'seen' | 'replaced'
>) {
  let read: Preview | undefined
  function see(preview: Preview | undefined): void {
    read = preview
    seen?.()
  }
  return {
    see,
    replace(shown: Preview | undefined, now: Preview, isSeen: boolean): void {
      const [before, compare] = isSeen ? [shown, compareToShown] : [read, compareToRead]
      replaced?.(before && compare(before, now), isSeen)
      if (isSeen) see(now)
    },
    takeChange(pressed: Preview | undefined, now: Preview | undefined): Change | undefined {
      if (!now) return undefined
      const change = (read && compareToRead(read, now)) ?? (pressed && compareToShown(pressed, now))
      if (change) see(now)
      return change
    },
  }
}

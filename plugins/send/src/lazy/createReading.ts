import type { WritableState } from '../createState.js'
import type { SendPreview } from '../Sender.js'
import { compareToRead, compareToShown } from './compareToShown.js'

/** Keeps apart what a person has read of a preview and what stands there because time passed. */
export interface Reading {
  /** The person has asked for this preview, or confirms it. */
  see(preview: SendPreview | undefined): void
  /**
   * Takes a preview in the place of another, and tells what changed.
   *
   * @param isSeen The person waits for what it shows.
   */
  replace(before: SendPreview | undefined, now: SendPreview, isSeen: boolean): void
  /** Notes that the person looks at the preview as it is now, and returns what changed since the last time. */
  read(now: SendPreview | undefined): ReturnType<typeof compareToRead>
}

export function createReading(state: WritableState): Reading {
  let seen: SendPreview | undefined

  function see(preview: SendPreview | undefined): void {
    seen = preview
    state.isUnread = false
  }

  return {
    see,
    replace(before, now, isSeen) {
      const change = isSeen ? before && compareToShown(before, now) : seen && compareToRead(seen, now)
      // A change that was told and is taken back needs no look any more.
      const isTold = state.notice === 'feeChanged' || state.notice === 'previewChanged'
      if (change || isTold) state.notice = change
      if (isSeen) see(now)
      else state.isUnread = change !== undefined
    },
    read(now) {
      const before = seen
      see(now)
      return before && now && compareToRead(before, now)
    },
  }
}

import { emailPause } from './timeLimits.js'

/**
 * Returns the whole seconds until the next email may be asked for, 0 when it may be asked for now.
 *
 * @param sentAt When the last email was asked for, in milliseconds since 1970. A time in the future means that the
 * clock was set back, and blocks nobody: the service counts by its own clock.
 */
export function secondsUntilNextEmail(sentAt: number | undefined, now: number): number {
  if (sentAt === undefined || !Number.isFinite(sentAt) || sentAt > now) return 0
  return Math.max(0, Math.ceil((sentAt + emailPause - now) / 1000))
}

/** What a person reads who asks too soon. */
export const throttleSentence = (seconds: number) => `Please try again after ${seconds} seconds`

import { detectPlatform, environmentOf, type Platform } from '../platform.js'

/** Where this page runs. */
export function currentPlatform(): Platform {
  return detectPlatform(environmentOf(window))
}

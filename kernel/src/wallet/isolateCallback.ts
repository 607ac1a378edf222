import { say } from '#sentences'
import type { LogService } from '../platform/log.js'

/** Runs what a plugin gave. Its fault is logged; it must neither hold a person in the modal nor stop the others. */
export function isolateCallback<T>(log: LogService, run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    log.error(say('navigation'), error)
    return undefined
  }
}

import { say } from '#sentences'
import type { LogService } from '../platform/log.js'

/** Runs a plugin's callback and logs its error, so that it can't trap the person in the modal or stop the others. */
export function isolateCallback<T>(log: LogService, run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    log.error(say('navigation'), error)
    return undefined
  }
}

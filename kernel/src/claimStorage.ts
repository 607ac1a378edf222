import { say } from '#sentences'
import { KernelError } from './errors/kernel.js'
import type { LogService } from './platform/log.js'

const claimsKey = Symbol.for('latchkey.kernel.storage')

export interface StorageClaim {
  /** Logs `KERNEL_ID_TAKEN` when another kernel of the page stores under the same id. */
  take(): void
  release(): void
}

/** Notes on the page that a kernel stores under an id there, for every copy of this package. */
export function claimStorage(id: string, log: LogService): StorageClaim {
  let taken: string[] | undefined
  let isOver = false
  return {
    take() {
      if (taken || isOver || typeof window === 'undefined') return
      const page = window as { [claimsKey]?: string[] }
      page[claimsKey] ??= []
      taken = page[claimsKey]
      if (taken.includes(id)) {
        const error = new KernelError(say('sharedId', id), {
          code: 'KERNEL_ID_TAKEN',
          metaMessages: [say('sharedIdHelp')],
        })
        log.error(error.message, error)
      }
      taken.push(id)
    },
    release() {
      isOver = true
      taken?.splice(taken.indexOf(id), 1)
      taken = undefined
    },
  }
}

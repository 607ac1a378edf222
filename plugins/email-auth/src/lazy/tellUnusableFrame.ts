import type { LogService } from '@latchkey/kernel/plugin'
import { FrameError } from '../protocol/frameError.js'
import { walletErrorFrom } from '../walletErrorFrom.js'

/** Faults of the address or of the service, which the app's developer can mend and the person can't. */
const unusable: readonly unknown[] = ['iframe_load_failed', 'unverified_domain']

/** Makes what tells a developer, once, that the wallet at this address can't be used here. It takes any error of the frame. */
export function tellUnusableFrame(
  log: Pick<LogService, 'error'>,
  frameUrl: string,
): (error: unknown) => void {
  let isTold = false
  return (error) => {
    if (isTold || !(error instanceof FrameError) || !unusable.includes(error.code)) return
    isTold = true
    log.error(`emailAuth() can’t use its wallet at ${frameUrl}. ${error.message}`, walletErrorFrom(error))
  }
}

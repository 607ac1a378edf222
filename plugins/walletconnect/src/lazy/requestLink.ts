import type { LogService, StorageService } from '@latchkey/kernel/plugin'
import { planDeepLinks } from '../deepLink.js'
import { detectPlatform, environmentOf } from '../platform.js'
import { storedLink } from '../storedLink.js'

/** Opens the wallet that was opened to pair once more, now that the request is on its way. Phones only. */
export function openRequestLink(options: {
  readonly requestId: number
  readonly topic: string
  readonly storage: StorageService
  readonly log: LogService
}): void {
  const { requestId, topic, storage, log } = options
  if (typeof window === 'undefined') return
  const links = storage.read(storedLink)
  const platform = detectPlatform(environmentOf(window))
  if (!links || !platform.isMobile) return
  try {
    const action = { type: 'request', requestId, sessionTopic: topic } as const
    const [{ href, target }] = planDeepLinks({ links, action, platform })
    window.open(href, target, 'noreferrer noopener')
  } catch (error) {
    log.warn('The wallet’s app could not be opened. Open it by hand to answer.', error)
  }
}

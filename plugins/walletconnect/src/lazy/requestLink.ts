import type { LogService } from '@latchkey/kernel/plugin'
import { planDeepLinks, type WalletLinks } from '../deepLink.js'
import { detectPlatform, environmentOf } from '../platform.js'

/** Opens the wallet that was opened to pair once more, now that the request is on its way. Phones only. */
export function openRequestLink(options: {
  readonly requestId: number
  readonly topic: string
  /** Of the wallet, where it was opened on this phone to pair. */
  readonly links: WalletLinks | undefined
  readonly log: LogService
}): void {
  const { requestId, topic, links, log } = options
  if (typeof window === 'undefined') return
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

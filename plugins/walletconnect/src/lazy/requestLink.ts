import type { LogService, StorageService } from '@latchkey/kernel/plugin'
import { planDeepLinks } from '../deepLink.js'
import { detectPlatform, environmentOf } from '../platform.js'
import { storedLink } from '../storedLink.js'
import type { WalletConnectClient } from './openClient.js'

/** Opens the wallet that was opened to pair once more, as soon as the request is on its way. Phones only. */
export function openRequestLink(options: {
  readonly client: WalletConnectClient
  readonly topic: string
  readonly storage: StorageService
  readonly log: LogService
}): void {
  const { client, topic, storage, log } = options
  if (typeof window === 'undefined') return
  const links = storage.read(storedLink)
  const platform = detectPlatform(environmentOf(window as never))
  if (!links || !platform.isMobile) return
  const sent = (event: { readonly topic: string; readonly id: number }) => {
    if (event.topic !== topic) return
    client.events.removeListener('session_request_sent', sent)
    try {
      const action = { type: 'request', requestId: event.id, sessionTopic: topic } as const
      const [{ href, target }] = planDeepLinks({ links, action, platform })
      window.open(href, target, 'noreferrer noopener')
    } catch (error) {
      log.warn('The wallet’s app could not be opened. Open it by hand to answer.', error)
    }
  }
  client.events.on('session_request_sent', sent)
}

import type { Clock, LogService } from '@latchkey/kernel/plugin'
import { isExpired } from '../isExpired.js'
import type { WalletConnectClient } from './openClient.js'
import { userDisconnected } from './createPairings.js'

/**
 * Ends what an earlier page left behind: sessions other than those in use, and pairings that ran out or have done
 * their work. Does not wait for the relay.
 */
export function purge(
  client: WalletConnectClient,
  { keep, clock, log }: { readonly keep: readonly string[]; readonly clock: Clock; readonly log: LogService },
): void {
  const failed = (error: unknown) =>
    log.debug('Something left from an earlier session could not be ended; it is tried again.', error)
  for (const { topic } of client.session.getAll()) {
    if (!keep.includes(topic)) client.disconnect({ topic, reason: userDisconnected }).catch(failed)
  }
  for (const { topic, active, expiry } of client.core.pairing.getPairings()) {
    if (active || isExpired(expiry, clock.now())) client.core.pairing.disconnect({ topic }).catch(failed)
  }
}

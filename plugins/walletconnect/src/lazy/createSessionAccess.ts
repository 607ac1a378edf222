import { namespaceOf } from '@latchkey/kernel/contracts'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { notConnected } from '@latchkey/kernel/wallet'
import { untilAborted } from '@latchkey/kernel/chain'
import { networkNotApproved, requestUnanswered, sessionEnded } from '../sessionErrors.js'
import { askForNetwork } from './askForNetwork.js'
import { askSession, requestExpired } from './askSession.js'
import type { LiveSession } from './createLiveSession.js'
import { userDisconnected } from './createPairings.js'
import { openRequestLink } from './requestLink.js'
import type { SessionAccess } from './SessionAccess.js'
import type { SessionConnectionOptions } from './createSessionConnection.js'
import { isGranted } from './sessionState.js'
import { walletErrorFrom } from './walletErrors.js'

/** @param isLeaving Whether the user has disconnected: no further request is sent then. */
export function createSessionAccess(
  { client, clock, log, lookout, publishRefusals, wallets, stored, session }: SessionConnectionOptions,
  live: LiveSession,
  { walletName, isLeaving }: { readonly walletName: string; isLeaving(): boolean },
): SessionAccess {
  const { topic } = session
  const { signal } = live

  async function askForMissing(networkId: NetworkId): Promise<void> {
    const stopWatching = lookout.watch()
    try {
      await askForNetwork({ networkId, session: access, wallets, clock, signal })
    } finally {
      stopWatching()
    }
  }

  const access: SessionAccess = {
    walletName,
    properties: client.session.get(topic),
    view: live.view,
    async ask(networkId, method, params) {
      if (isLeaving()) throw notConnected()
      signal.throwIfAborted()
      const chainId = live.view().writtenIds.get(networkId) ?? networkId
      if (!isGranted(live.view(), networkId)) throw networkNotApproved(networkId)
      const onSent = (requestId: number) => openRequestLink({ requestId, topic, links: stored.link, log })
      const request = { method, params }
      const answer = askSession({ client, clock, publishRefusals, topic, chainId, request, signal, onSent })
      const stopWatching = lookout.watch()
      try {
        return await untilAborted(signal, answer)
      } catch (error) {
        const known = walletErrorFrom(error, { wallet: walletName, method })
        if (known.rpcCode === requestExpired.code) throw requestUnanswered()
        throw known.rpcCode === userDisconnected.code ? sessionEnded() : known
      } finally {
        stopWatching()
      }
    },
    async switchNetwork(networkId) {
      if (!isGranted(live.view(), networkId)) await askForMissing(networkId)
      live.wish(networkId)
      if (live.view().networks[namespaceOf(networkId)] !== networkId) live.refresh()
    },
    subscribe: live.subscribe,
  }
  return access
}

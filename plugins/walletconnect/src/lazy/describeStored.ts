import type { StorageService } from '@latchkey/kernel/plugin'
import { readField } from '@latchkey/kernel/chain'
import type { SessionTypes } from '@walletconnect/types'
import { storedLink } from '../storedLink.js'
import { keyOf, readSessions, removeSession, type StoredSession } from '../storedSessions.js'
import type { WalletConnectClient } from './openClient.js'
import { peerOf } from './peerOf.js'

/**
 * What is stored of a session that was just settled. The same wallet with the same accounts takes the place of its
 * earlier connection; its earlier session is ended.
 */
export function describeStored(
  storage: StorageService,
  client: WalletConnectClient,
  session: SessionTypes.Struct,
): Omit<StoredSession, 'expiry'> {
  const { topic } = session
  const known = readSessions(storage)
  const own = known.find((entry) => entry.topic === topic)
  if (own) return own
  const earlier = known.find((entry) => {
    const other = client.session.getAll().find((candidate) => candidate.topic === entry.topic)
    return other !== undefined && isSameWallet(other, session)
  })
  if (earlier) removeSession(storage, earlier.topic)
  const link = storage.read(storedLink)
  storage.remove(storedLink)
  return { topic, ...(earlier ? { id: keyOf(earlier) } : {}), ...(link ? { link } : {}) }
}

/** Whether two sessions are with a wallet that calls itself the same and shares the same accounts. */
function isSameWallet(left: SessionTypes.Struct, right: SessionTypes.Struct): boolean {
  const factsOf = ({ peer, namespaces }: SessionTypes.Struct) => {
    const accounts = Object.values(namespaces).flatMap((granted) => granted.accounts)
    return JSON.stringify([peerOf(peer.metadata).name, readField(peer.metadata, 'url'), [...accounts].sort()])
  }
  return factsOf(left) === factsOf(right)
}

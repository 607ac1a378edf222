import { guard, storageKey, type StorageService } from '@latchkey/kernel/plugin'
import { isLinks, readSessions, sessionLimit, storedSessions, type StoredSession } from './storedSessions.js'

// No key names WalletConnect: see `storedSessions.ts`.

/** Stores a session in place of the earlier one with its topic. */
export function writeSession(storage: StorageService, session: StoredSession): void {
  const others = readSessions(storage).filter(({ topic }) => topic !== session.topic)
  storage.write(storedSessions, [...others, session].slice(-sessionLimit))
}

/** Names this kernel's part of the client library's store, so that two kernels on a page do not share sessions. */
export const storedPrefix = storageKey(
  'pairing.store',
  guard((value): value is string => typeof value === 'string' && /^[0-9a-z-]{8,40}$/.test(value)),
)

/** Links of the wallet that was opened on this phone to pair, until it is connected. */
export const storedLink = storageKey('pairing.link', guard(isLinks))

import { guard, storageKey, type StorageService } from '@latchkey/kernel/plugin'
import type { WalletLinks } from './deepLink.js'

// Another copy of the client library on the page moves keys of local storage that name WalletConnect, so none of ours does.

/** A session to take up after a reload; the client library keeps the rest. */
export interface StoredSession {
  readonly topic: string
  /** Unix time in seconds. */
  readonly expiry: number
  /** Key of the connection, where it took the place of an earlier one. Default the start of the topic. */
  readonly id?: string
  /** How to open the wallet on this phone for each request. */
  readonly link?: WalletLinks
}

/** More than a person connects. The oldest go first. */
export const sessionLimit = 20

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isLink = (value: unknown) => value === undefined || (typeof value === 'string' && value.length <= 2048)

export const isLinks = (value: unknown): value is WalletLinks =>
  isRecord(value) && isLink(value['native']) && isLink(value['universal'])

const isSession = (value: unknown): value is StoredSession =>
  isRecord(value) &&
  typeof value['topic'] === 'string' &&
  /^[0-9a-f]{64}$/.test(value['topic']) &&
  Number.isSafeInteger(value['expiry']) &&
  (value['id'] === undefined || (typeof value['id'] === 'string' && /^[0-9a-f]{16}$/.test(value['id']))) &&
  (value['link'] === undefined || isLinks(value['link']))

/** One session is what earlier versions stored. */
const isSessions = (value: unknown): value is StoredSession | readonly StoredSession[] =>
  isSession(value) || (Array.isArray(value) && value.length <= sessionLimit && value.every(isSession))

export const storedSessions = storageKey('pairing.session', guard(isSessions))

/** The sessions to take up, the oldest first. */
export function readSessions(storage: StorageService): readonly StoredSession[] {
  const stored = storage.read(storedSessions)
  return stored === undefined ? [] : Array.isArray(stored) ? stored : [stored as StoredSession]
}

export function removeSession(storage: StorageService, topic: string): void {
  const others = readSessions(storage).filter((session) => session.topic !== topic)
  if (others.length > 0) storage.write(storedSessions, others)
  else storage.remove(storedSessions)
}

/** The key of a session's connection, which stays when the same wallet is connected again. */
export const keyOf = ({ id, topic }: Pick<StoredSession, 'id' | 'topic'>): string => id ?? topic.slice(0, 16)

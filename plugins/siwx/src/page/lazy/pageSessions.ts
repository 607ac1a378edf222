import type { AccountId } from '@latchkey/kernel/contracts'
import { type Clock, guard, type StorageService, storageKey } from '@latchkey/kernel/plugin'
import type { SiwxSession, SiwxStorageService } from '../SiwxStorage.js'
import type { AccountIdentity } from './accountIdentity.js'

const isSession = (value: unknown): boolean => {
  const session = value as Partial<SiwxSession> | null
  return (
    [session?.accountId, session?.message, session?.signature].every((text) => typeof text === 'string') &&
    typeof session?.data === 'object' &&
    session.data !== null
  )
}

const storedSiwxSessions = storageKey(
  'siwx',
  guard((value): value is readonly SiwxSession[] => Array.isArray(value) && value.every(isSession)),
)

/** Whether the session does not hold any more. A date that is none counts as past. */
export function isExpired(expirationTime: string | undefined, clock: Clock): boolean {
  return expirationTime !== undefined && !(Date.parse(expirationTime) > clock.now())
}

/**
 * Sessions in the page's own storage. They say who signed; nobody has checked it, so a server must not trust them. Use
 * a backend for that.
 */
export function pageSessions(
  storage: StorageService,
  clock: Clock,
  { isSameAccount }: AccountIdentity,
): SiwxStorageService {
  const read = () =>
    (storage.read(storedSiwxSessions) ?? []).filter(({ data }) => !isExpired(data.expirationTime, clock))
  const keep = (isKept: (id: AccountId) => boolean, added: readonly SiwxSession[] = []) =>
    storage.write(storedSiwxSessions, [...read().filter(({ accountId }) => isKept(accountId)), ...added])
  return {
    list: () =>
      read().map((session) => {
        const { expirationTime } = session.data
        return { accountId: session.accountId, session, ...(expirationTime ? { expirationTime } : {}) }
      }),
    async add(sessions) {
      keep((id) => !sessions.some(({ accountId }) => isSameAccount(accountId, id)), sessions)
    },
    async remove(accountIds) {
      keep((id) => accountIds !== undefined && !accountIds.some((gone) => isSameAccount(gone, id)))
    },
    watch: (listener) => storage.watch(storedSiwxSessions, listener),
  }
}

import { utf8ToBytes } from '@noble/hashes/utils.js'
import { canonicalAccountId } from '../../message/canonicalAccountId.js'
import { createNonce } from '../../message/createNonce.js'
import type { MessageProfile } from '../../message/MessageProfile.js'
import { SiwxError } from '../../message/SiwxError.js'
import { readSeconds } from '../readSeconds.js'
import type { SessionRecord, SessionStore } from './SessionStore.js'
import { readToken, writeToken } from './sessionToken.js'

export interface SessionsOptions {
  readonly store: SessionStore
  /**
   * Secrets of at least 32 characters. The first signs; all are accepted, so a secret is replaced by putting
   * the new one first and dropping the old after one lifetime.
   */
  readonly secrets: readonly string[]
  /** Seconds from sign-in to the end of the session. Default 7 days. */
  readonly lifetime?: number | undefined
  /** Seconds after which a token is replaced when it is next used. Default 900. */
  readonly rotateAfter?: number | undefined
  /** Seconds the token before the current one is still taken, for requests sent side by side. Default 60. */
  readonly grace?: number | undefined
  /** The profiles of verifiers of your own: accounts are known by their canonical spelling. Default: none. */
  readonly profiles?: readonly MessageProfile[] | undefined
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly clock?: (() => number) | undefined
}

/** A signed-in browser as the host's routes see it. */
export interface Session {
  readonly id: string
  /** CAIP-10 ids, in their canonical spelling. */
  readonly accountIds: readonly string[]
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly expiresAt: number
}

/** Why a token is not taken. */
export type SessionRefusalCode =
  /** The cookie holds no token that one of the secrets signed. */
  | 'SESSION_MALFORMED'
  /** The session's time is over. Sign in again. */
  | 'SESSION_EXPIRED'
  /** The session was ended: by signing out, or because its token was used twice. */
  | 'SESSION_REVOKED'
  /** A token replaced longer ago than the grace was shown again, so two parties hold it. The session is revoked for both. */
  | 'SESSION_REUSED'

export type SessionResult =
  | {
      readonly ok: true
      readonly session: Session
      /** A new token to hand to the browser, when the one shown was due for rotation. */
      readonly token?: string
    }
  | { readonly ok: false; readonly code: SessionRefusalCode }

export interface StartOptions {
  /** Milliseconds since 1970 at which the session ends, when that is before its lifetime does. */
  readonly endsAt?: number | undefined
  /**
   * The session the browser has now. It ends; its other accounts stay signed in, until it would have ended. When it was
   * revoked meanwhile, they do not.
   */
  readonly replaces?: Session | undefined
}

export interface StartedSession {
  readonly session: Session
  readonly token: string
}

export interface ReadOptions {
  /** Default true. */
  readonly rotate?: boolean | undefined
}

export interface Sessions {
  /** Starts a session of one or more verified accounts. */
  start(accountIds: readonly string[], options?: StartOptions): Promise<StartedSession>
  /**
   * Reads the token of a request, rotating it when it is due. With `rotate: false` it stays: for places that cannot hand
   * a new token to the browser.
   */
  read(token: string, options?: ReadOptions): Promise<SessionResult>
  /** Ends one session. */
  revoke(id: string): Promise<void>
  /** Ends every session of an account (CAIP-10 id, in any spelling). */
  revokeAccount(accountId: string): Promise<void>
}

const DAY = 86_400

/**
 * Session tokens: signed, rotating, revocable. A token names a record in the store and its generation; nothing
 * in it is trusted beyond that.
 * @throws SiwxError `SIWX_OPTIONS_INVALID` when a secret is missing or shorter than 32 characters, or a time is none.
 */
export function createSessions(options: SessionsOptions): Sessions {
  const { store, clock = Date.now } = options
  const { lifetime, rotateAfter, grace } = readTimes(options)
  const { secrets, current } = readSecrets(options)
  const canonical = (accountId: string) => canonicalAccountId(accountId, options.profiles)
  const toSession = ({ id, accountIds, createdAt, expiresAt }: SessionRecord): Session => {
    return { id, accountIds: [...new Set(accountIds.map(canonical))], createdAt, expiresAt }
  }
  const tokenOf = (record: SessionRecord) => writeToken(record, current)

  async function begin(accountIds: readonly string[], endsAt: number): Promise<StartedSession> {
    const now = clock()
    const ids = [...new Set(accountIds.map(canonical))]
    const record = newRecord(ids, now, Math.min(now + lifetime, endsAt))
    await store.add(record)
    return { session: toSession(record), token: tokenOf(record) }
  }

  return {
    async start(accountIds, { endsAt = Number.POSITIVE_INFINITY, replaces } = {}) {
      const added = accountIds.map(canonical)
      const kept = replaces?.accountIds.map(canonical).filter((id) => !added.includes(id)) ?? []
      if (!replaces || kept.length === 0) {
        const started = await begin(accountIds, endsAt)
        if (replaces) await store.remove(replaces.id)
        return started
      }
      // Added before the old one is removed: a host that revokes an account meanwhile finds one of the two.
      const merged = await begin([...accountIds, ...kept], Math.min(endsAt, replaces.expiresAt))
      if (await store.remove(replaces.id)) return merged
      await store.remove(merged.session.id)
      return begin(accountIds, endsAt)
    },
    async read(token, { rotate = true } = {}) {
      const claims = readToken(token, secrets)
      if (!claims) return { ok: false, code: 'SESSION_MALFORMED' }
      const now = clock()
      if (claims.expiresAt <= now) return { ok: false, code: 'SESSION_EXPIRED' }
      const record = await store.get(claims.id)
      if (!record) return { ok: false, code: 'SESSION_REVOKED' }
      const standing = judgeGeneration(record, claims.generation, now, { rotateAfter, grace })
      if (standing === 'reused') {
        await store.remove(record.id)
        return { ok: false, code: 'SESSION_REUSED' }
      }
      const session = toSession(record)
      const isRotated =
        standing === 'due' && rotate && (await store.rotate(record.id, claims.generation, now))
      if (!isRotated) return { ok: true, session }
      return { ok: true, session, token: tokenOf({ ...record, generation: claims.generation + 1 }) }
    },
    async revoke(id) {
      await store.remove(id)
    },
    async revokeAccount(accountId) {
      // Sessions of earlier versions are stored in the spelling that was signed.
      for (const id of new Set([canonical(accountId), accountId])) await store.removeByAccount(id)
    },
  }
}

const readTimes = (options: SessionsOptions) =>
  readSeconds('createSessions', options, { lifetime: 7 * DAY, rotateAfter: 900, grace: 60 })

function readSecrets(options: SessionsOptions) {
  const secrets = options.secrets.map((secret) => utf8ToBytes(secret))
  const [current] = secrets
  if (!current || options.secrets.some((secret) => secret.length < 32)) throw secretsInvalid()
  return { secrets, current }
}

const newRecord = (accountIds: readonly string[], now: number, expiresAt: number): SessionRecord => ({
  id: createNonce(),
  accountIds,
  generation: 1,
  rotatedAt: now,
  createdAt: now,
  expiresAt,
})

/** `due`: the token is the current one and old enough to be replaced. `reused`: it was replaced longer ago than the grace. */
function judgeGeneration(
  { generation, rotatedAt }: SessionRecord,
  shown: number,
  now: number,
  { rotateAfter, grace }: { readonly rotateAfter: number; readonly grace: number },
): 'due' | 'holds' | 'reused' {
  const age = now - rotatedAt
  if (shown === generation) return age >= rotateAfter ? 'due' : 'holds'
  return shown === generation - 1 && age <= grace ? 'holds' : 'reused'
}

function secretsInvalid(): SiwxError {
  return new SiwxError(
    'SIWX_OPTIONS_INVALID',
    'createSessions cannot start: a secret is missing or shorter than 32 characters. Give random secrets from the environment, the newest first.',
  )
}

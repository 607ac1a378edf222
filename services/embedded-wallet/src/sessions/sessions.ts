import type { Schema } from '../database/schema.js'
import { mostHeld } from '../mostHeld.js'
import { hashToken, randomId, randomToken } from '../secrets.js'
import type { Caller, Service } from '../service.js'
import { ServiceError } from '../serviceError.js'
import { writeAudit } from '../writeAudit.js'

const minute = 60_000
const day = 24 * 60 * minute
const accessLifetime = 10 * minute
/** A session that is not refreshed for so long is over. */
const idleLifetime = 30 * day
/** And none lives longer than this. */
const longestLifetime = 90 * day

export interface Session {
  readonly id: string
  readonly personId: string
  readonly deviceId: string
  /** What was proven at its start. */
  readonly provider: string | null
}

export interface SessionTokens {
  readonly access: string
  readonly accessExpiresAt: number
  readonly refresh: string
}

/** Starts a session that is good for one app's origin only. */
export async function createSession(
  { clock }: Service,
  writes: Service['database']['writes'],
  { personId, deviceId, origin, provider }: Omit<Session, 'id'> & { readonly origin: string },
): Promise<SessionTokens> {
  const [access, refresh] = [randomToken(), randomToken()]
  const [id, now] = [randomId(), clock.now()]
  await writes
    .insertInto('session')
    .values({
      id,
      person_id: personId,
      device_id: deviceId,
      origin,
      access_hash: hashToken(access),
      access_expires_at: now + accessLifetime,
      refresh_hash: hashToken(refresh),
      previous_hash: null,
      created_at: now,
      expires_at: now + idleLifetime,
      ended_at: null,
      provider,
    })
    .execute()
  await endLongestUnused(writes, personId, id)
  return { access, accessExpiresAt: now + accessLifetime, refresh }
}

/** When a session ends is how long ago it was refreshed. */
async function endLongestUnused(
  writes: Service['database']['writes'],
  personId: string,
  newest: string,
): Promise<void> {
  await writes
    .deleteFrom('session')
    .where('person_id', '=', personId)
    .where('id', '!=', newest)
    .where('id', 'not in', (of) =>
      of
        .selectFrom('session')
        .select('id')
        .where('person_id', '=', personId)
        .where('id', '!=', newest)
        .where('ended_at', 'is', null)
        .orderBy('expires_at', 'desc')
        .limit(mostHeld.sessions - 1),
    )
    .execute()
}

/** @throws ServiceError session_expired */
export async function readSession(
  { database, clock }: Service,
  caller: Caller,
  access: string,
): Promise<Session> {
  const session = await database.reads
    .selectFrom('session')
    .select(['id', 'person_id', 'device_id', 'provider'])
    .where('access_hash', '=', hashToken(access))
    .where('origin', '=', caller.origin)
    .where('access_expires_at', '>', clock.now())
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!session) throw expired()
  const { id, person_id: personId, device_id: deviceId, provider } = session
  return { id, personId, deviceId, provider }
}

/**
 * Replaces both tokens. The browser makes the next refresh token itself and keeps it before it asks: when the answer is
 * lost, it asks again with the same two. A refresh token that was replaced by another one ends the session, because
 * somebody else has it.
 *
 * @throws ServiceError session_expired, conflict when the next token is another session's
 */
export async function refreshSession(
  service: Service,
  caller: Caller,
  { refresh, next }: { readonly refresh: string; readonly next: string },
): Promise<Omit<SessionTokens, 'refresh'>> {
  const { database, clock } = service
  const [presented, nextHash] = [hashToken(refresh), hashToken(next)]
  const access = randomToken()
  const now = clock.now()
  const renewed = {
    access_hash: hashToken(access),
    access_expires_at: now + accessLifetime,
    refresh_hash: nextHash,
    previous_hash: presented,
    expires_at: now + idleLifetime,
  }
  const valid = () =>
    database.writes
      .updateTable('session')
      .set(renewed)
      .where('origin', '=', caller.origin)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('created_at', '>', now - longestLifetime)
  const replaced =
    nextHash === presented
      ? undefined
      : await valid()
          .where('refresh_hash', '=', presented)
          .executeTakeFirst()
          .catch(async (cause) => {
            throw (await isRefreshHash(service, nextHash)) ? takenToken(cause) : cause
          })
  if (replaced?.numUpdatedRows === 1n) return { access, accessExpiresAt: now + accessLifetime }
  const repeated = await valid()
    .where('previous_hash', '=', presented)
    .where('refresh_hash', '=', nextHash)
    .executeTakeFirst()
  if (repeated.numUpdatedRows === 1n) return { access, accessExpiresAt: now + accessLifetime }
  await endReused(service, caller, presented)
  throw expired()
}

/** Each refresh token belongs to one session, as the database sees to. */
async function isRefreshHash({ database }: Service, hash: string): Promise<boolean> {
  const row = await database.writes
    .selectFrom('session')
    .select('id')
    .where('refresh_hash', '=', hash)
    .executeTakeFirst()
  return row !== undefined
}

const takenToken = (cause: unknown) =>
  new ServiceError(409, 'conflict', 'The next token belongs to another session. Make a random one.', {
    cause,
  })

async function endReused(service: Service, caller: Caller, presented: string): Promise<void> {
  const { database, clock } = service
  await database.writes.transaction().execute(async (transaction) => {
    const ended: Pick<Schema['session'], 'person_id'>[] = await transaction
      .updateTable('session')
      .set({ ended_at: clock.now() })
      .where('previous_hash', '=', presented)
      .where('ended_at', 'is', null)
      .returning('person_id')
      .execute()
    for (const { person_id: personId } of ended) {
      await writeAudit(service, 'session-reused', { personId, origin: caller.origin }, transaction)
    }
  })
}

export async function endSession(service: Service, caller: Caller, session: Session): Promise<void> {
  const { database, clock } = service
  await database.writes.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('session')
      .set({ ended_at: clock.now() })
      .where('id', '=', session.id)
      .where('ended_at', 'is', null)
      .execute()
    const { personId } = session
    await writeAudit(service, 'signed-out', { personId, origin: caller.origin }, transaction)
  })
}

const expired = () => new ServiceError(401, 'session_expired', 'The session has ended. Sign in again.')

import type { Database } from '../database/schema.js'
import { mostHeld } from '../mostHeld.js'
import { hashToken, randomId, randomToken } from '../secrets.js'
import type { Caller, Service } from '../service.js'
import { writeAudit } from '../writeAudit.js'
import { createSession, type SessionTokens } from './sessions.js'

export interface SignedIn extends SessionTokens {
  /** Marks this browser as approved. Given once, when the browser is new. */
  readonly deviceToken?: string
  readonly person: { readonly id: string; readonly email: string | null; readonly userName: string | null }
}

export interface ProvenIdentity {
  /** `email`, `passkey`, `token`, or the name of a provider. */
  readonly provider: string
  readonly subject: string
  readonly name: string | null
  /** The approved device it was proven on. */
  readonly deviceId: string | null
}

/**
 * Finds or makes the person behind an identity that was proven, and starts a session. All of it, or nothing.
 *
 * @param keep Writes what the identity can't be without, in the same transaction. @param isNew Whether the identity is new.
 */
export async function signIn(
  service: Service,
  caller: Caller,
  identity: ProvenIdentity,
  keep?: (transaction: Database, personId: string, isNew: boolean) => Promise<void>,
): Promise<SignedIn> {
  const { database, metrics } = service
  const signedIn = await database.writes.transaction().execute(async (transaction) => {
    const { personId, isNew } = await findOrCreatePerson(service, transaction, identity)
    await keep?.(transaction, personId, isNew)
    const device = identity.deviceId
      ? { id: identity.deviceId }
      : await createDevice(service, transaction, personId, caller)
    const tokens = await createSession(service, transaction, {
      personId,
      deviceId: device.id,
      origin: caller.origin,
      provider: identity.provider,
    })
    const email = await transaction
      .selectFrom('identity')
      .select('subject')
      .where('person_id', '=', personId)
      .where('provider', '=', 'email')
      .executeTakeFirst()
    const { origin } = caller
    await writeAudit(service, 'signed-in', { personId, origin, detail: identity.provider }, transaction)
    return {
      ...tokens,
      ...('token' in device ? { deviceToken: device.token } : {}),
      person: { id: personId, email: email?.subject ?? null, userName: identity.name },
    }
  })
  metrics.count('logins', identity.provider)
  return signedIn
}

async function findOrCreatePerson(
  { clock }: Service,
  writes: Database,
  { provider, subject, name }: ProvenIdentity,
): Promise<{ personId: string; isNew: boolean }> {
  const personId = randomId()
  // Two first logins at the same time: one of them makes the person, and both get it.
  const made = await writes
    .insertInto('identity')
    .values({ provider, subject, person_id: personId, name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 1n) {
    await writes.insertInto('person').values({ id: personId, created_at: clock.now() }).execute()
    return { personId, isNew: true }
  }
  const known = await writes
    .updateTable('identity')
    .set({ name })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .returning('person_id')
    .executeTakeFirstOrThrow()
  return { personId: known.person_id, isNew: false }
}

async function createDevice(
  { clock }: Service,
  writes: Database,
  personId: string,
  { description }: Caller,
): Promise<{ id: string; token: string }> {
  const [id, token] = [randomId(), randomToken()]
  await writes
    .insertInto('device')
    .values({ id, person_id: personId, token_hash: hashToken(token), description, created_at: clock.now() })
    .execute()
  await writes
    .deleteFrom('device')
    .where('person_id', '=', personId)
    .where('id', '!=', id)
    .where('id', 'not in', (of) =>
      of
        .selectFrom('device')
        .select('id')
        .where('person_id', '=', personId)
        .where('id', '!=', id)
        .orderBy('created_at', 'desc')
        .limit(mostHeld.devices - 1),
    )
    .execute()
  return { id, token }
}

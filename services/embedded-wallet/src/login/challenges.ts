import type { ChallengePurpose, Schema } from '../database/schema.js'
import { hashToken, randomToken } from '../secrets.js'
import type { Caller, Service } from '../service.js'
import { ServiceError } from '../serviceError.js'

const lifetime = 15 * 60_000

/** Keeps what must come back signed. Returns the secret of the browser that asked. */
export async function createChallenge(
  { database, clock }: Service,
  caller: Caller,
  { purpose, value, personId = null }: { purpose: ChallengePurpose; value: string; personId?: string | null },
): Promise<string> {
  const secret = randomToken()
  await database.writes
    .insertInto('challenge')
    .values({
      secret_hash: hashToken(secret),
      purpose,
      value,
      origin: caller.origin,
      person_id: personId,
      expires_at: clock.now() + lifetime,
    })
    .execute()
  return secret
}

type Wanted = {
  readonly purpose: ChallengePurpose
  readonly secret: string
  readonly personId?: string | null
}

/** Reads an open challenge of the given browser, app and person, and keeps it open. */
export async function readChallenge(
  { database, clock }: Service,
  caller: Caller,
  { purpose, secret, personId = null }: Wanted,
): Promise<Schema['challenge'] | undefined> {
  return database.reads
    .selectFrom('challenge')
    .selectAll()
    .where('secret_hash', '=', hashToken(secret))
    .where('purpose', '=', purpose)
    .where('origin', '=', caller.origin)
    .where('person_id', personId === null ? 'is' : '=', personId)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
}

/** Takes a challenge, once, for the browser, app and person that it was made for. @throws ServiceError login_failed */
export async function takeChallenge(
  { database, clock }: Service,
  caller: Caller,
  { purpose, secret, personId = null }: Wanted,
): Promise<Schema['challenge']> {
  const taken = await database.writes
    .deleteFrom('challenge')
    .where('secret_hash', '=', hashToken(secret))
    .where('purpose', '=', purpose)
    .where('origin', '=', caller.origin)
    .where('person_id', personId === null ? 'is' : '=', personId)
    .where('expires_at', '>', clock.now())
    .returningAll()
    .executeTakeFirst()
  if (!taken)
    throw new ServiceError(401, 'login_failed', 'This took too long, or was used already. Start again.')
  return taken
}

/** Opens a challenge that was taken again, with another value, because what it was taken for could not be decided. */
export async function returnChallenge(
  { database }: Service,
  taken: Schema['challenge'],
  value: string,
): Promise<void> {
  await database.writes
    .insertInto('challenge')
    .values({ ...taken, value })
    .execute()
}

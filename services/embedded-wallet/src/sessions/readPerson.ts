import { readEmail } from '../login/changeEmail.js'
import type { Service } from '../service.js'
import type { Session } from './sessions.js'

export interface Person {
  readonly id: string
  readonly email: string | null
  /** As the provider that was signed in at calls the person. */
  readonly userName: string | null
  readonly provider: string | null
}

/** Who is signed in, and how. */
export async function readPerson(service: Service, { personId, provider }: Session): Promise<Person> {
  const identity =
    provider === null
      ? undefined
      : await service.database.reads
          .selectFrom('identity')
          .select('name')
          .where('person_id', '=', personId)
          .where('provider', '=', provider)
          .executeTakeFirst()
  return {
    id: personId,
    email: (await readEmail(service, personId)) ?? null,
    userName: identity?.name ?? null,
    provider,
  }
}

import type { Database } from '../database/schema.js'
import { mostHeld } from '../mostHeld.js'
import { ServiceError } from '../serviceError.js'

const tables = { splits: 'share_set', passkeys: 'passkey' } as const

/**
 * Makes sure that a person may have one more. What else is added for them waits until the transaction is over, so that many at once
 * come no further than one after the other.
 *
 * @throws ServiceError limit_reached
 */
export async function requireRoom(
  transaction: Database,
  personId: string,
  what: keyof typeof tables,
): Promise<void> {
  // The one statement that both databases take a lock for.
  await transaction
    .updateTable('person')
    .set((of) => ({ created_at: of.ref('created_at') }))
    .where('id', '=', personId)
    .execute()
  const { count } = await transaction
    .selectFrom(tables[what])
    .select((of) => of.fn.countAll<number | string>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostHeld[what]) throw full(what)
}

export const full = (what: keyof typeof tables) =>
  new ServiceError(409, 'limit_reached', `This wallet has ${mostHeld[what]} ${what}, as many as it can have.`)

import type { Database } from '../database/schema.js'

export interface NameAddress {
  readonly coinType: number
  readonly address: string
  /** Milliseconds since the epoch, like every time here. */
  readonly createdAt: number
}

export interface RegisteredName {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly registeredAt: number
  readonly updatedAt: number
  /** Which of the addresses owns the name. A contract owns it on that very chain only. */
  readonly ownerCoinType: number
  readonly addresses: readonly NameAddress[]
}

export async function findName(database: Database, name: string): Promise<RegisteredName | undefined> {
  const row = await database
    .selectFrom('registered_name')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row) return undefined
  const addresses = await database
    .selectFrom('name_address')
    .select(['coin_type as coinType', 'address', 'created_at as createdAt'])
    .where('name', '=', name)
    .orderBy('coin_type')
    .execute()
  return {
    name: row.name,
    attributes: JSON.parse(row.attributes),
    registeredAt: row.registered_at,
    updatedAt: row.updated_at,
    ownerCoinType: row.owner_coin_type,
    addresses,
  }
}

/** Of one address: so many it may register, and so many are told of those that point at it. */
export const namesAtMost = 100
/** Of one name: one for each kind of coin. */
export const addressesAtMost = 100

/** Names that point at an address, the oldest first. */
export async function namesOf(database: Database, address: string): Promise<readonly RegisteredName[]> {
  const rows = await database
    .selectFrom('registered_name')
    .select('name')
    .where('name', 'in', (select) =>
      select.selectFrom('name_address').select('name').where('address', '=', address),
    )
    .orderBy('registered_at')
    .orderBy('name')
    .limit(namesAtMost)
    .execute()
  const found: RegisteredName[] = []
  for (const { name } of rows) {
    const one = await findName(database, name)
    if (one) found.push(one)
  }
  return found
}

export async function whichAreTaken(
  database: Database,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database
    .selectFrom('registered_name')
    .select('name')
    .where('name', 'in', [...names])
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/**
 * Registers the name, unless it's `taken` or its owner has as many as one may have (`full`). Of several at once, each counts those that
 * were there before.
 *
 * @param announce runs in the transaction
 */
export async function registerName(
  database: Database,
  registered: Omit<RegisteredName, 'updatedAt'> & Pick<Change, 'signedAt'>,
  announce: (open: Database) => Promise<void>,
): Promise<'registered' | 'taken' | 'full'> {
  const { name, attributes, registeredAt, ownerCoinType, addresses, signedAt } = registered
  const owner = addresses.find(({ coinType }) => coinType === ownerCoinType)?.address ?? ''
  return database.transaction().execute(async (open) => {
    if ((await countOwned(open, owner, ownerCoinType)) >= namesAtMost) return 'full'
    const inserted = await open
      .insertInto('registered_name')
      .values({
        name,
        attributes: JSON.stringify(attributes),
        registered_at: registeredAt,
        updated_at: registeredAt,
        owner_coin_type: ownerCoinType,
        signed_at: signedAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (inserted.numInsertedOrUpdatedRows !== 1n) return 'taken'
    const rows = addresses.map(({ coinType, address, createdAt }) => {
      return { name, coin_type: coinType, address, created_at: createdAt }
    })
    await open.insertInto('name_address').values(rows).execute()
    await announce(open)
    return 'registered'
  })
}

async function countOwned(open: Database, address: string, ownerCoinType: number): Promise<number> {
  const { count } = await open
    .selectFrom('name_address')
    .innerJoin('registered_name', 'registered_name.name', 'name_address.name')
    .select((of) => of.fn.countAll<number | string>().as('count'))
    .where('address', '=', address)
    .where('coin_type', '=', ownerCoinType)
    .where('owner_coin_type', '=', ownerCoinType)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A change of a name. Its message counts once, and only when it's newer than the one before. */
export interface Change {
  readonly name: string
  /** Seconds since the epoch, as the message says. */
  readonly signedAt: number
}

/** Whether the message was newer than the last one, and the attributes are changed now. */
export async function updateAttributes(
  database: Database,
  { name, signedAt }: Change,
  attributes: Readonly<Record<string, string>>,
  updatedAt: number,
): Promise<boolean> {
  const changed = await database
    .updateTable('registered_name')
    .set({ attributes: JSON.stringify(attributes), updated_at: updatedAt, signed_at: signedAt })
    .where('name', '=', name)
    .where('signed_at', '<', signedAt)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/**
 * Changes an address of the name, unless a newer message was there before (`older`) or it has as many as a name may have (`full`).
 *
 * @param announce runs in the transaction
 */
export async function updateAddress(
  database: Database,
  { name, signedAt }: Change,
  { coinType, address, createdAt }: NameAddress,
  announce: (open: Database) => Promise<void>,
): Promise<'changed' | 'older' | 'full'> {
  return database.transaction().execute(async (open) => {
    // Changes nothing, and holds the name, so that what is counted next is all there is.
    const held = await open
      .updateTable('registered_name')
      .set((of) => ({ signed_at: of.ref('signed_at') }))
      .where('name', '=', name)
      .where('signed_at', '<', signedAt)
      .executeTakeFirst()
    if (held.numUpdatedRows !== 1n) return 'older'
    const known = await open.selectFrom('name_address').select('coin_type').where('name', '=', name).execute()
    const isNew = !known.some(({ coin_type: type }) => type === coinType)
    if (isNew && known.length >= addressesAtMost) return 'full'
    const now = { updated_at: createdAt, signed_at: signedAt }
    await open.updateTable('registered_name').set(now).where('name', '=', name).execute()
    await open
      .insertInto('name_address')
      .values({ name, coin_type: coinType, address, created_at: createdAt })
      .onConflict((conflict) =>
        conflict.columns(['name', 'coin_type']).doUpdateSet({ address, created_at: createdAt }),
      )
      .execute()
    await announce(open)
    return 'changed'
  })
}

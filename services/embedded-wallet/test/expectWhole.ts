import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Schema } from '../src/database/schema.js'

/** Sees that no row is alone that must not be: no identity without its person or key, no address without its shares, nothing without a note. */
export async function expectWhole(database: Kysely<Schema>): Promise<void> {
  const all = <Table extends keyof Schema>(table: Table) =>
    database.selectFrom(table).selectAll().execute() as Promise<Schema[Table][]>
  const [persons, identities, passkeys, wallets, sets, recoveries, devices, sessions, audits] =
    await Promise.all([
      all('person'),
      all('identity'),
      all('passkey'),
      all('wallet'),
      all('share_set'),
      all('recovery'),
      all('device'),
      all('session'),
      all('audit'),
    ])
  const ids = new Set(persons.map(({ id }) => id))
  for (const row of [
    ...identities,
    ...passkeys,
    ...wallets,
    ...sets,
    ...recoveries,
    ...devices,
    ...sessions,
  ]) {
    expect(ids).toContain(row.person_id)
  }
  const passkeyIds = identities.filter(({ provider }) => provider === 'passkey').map(({ subject }) => subject)
  expect(passkeyIds.sort()).toEqual(passkeys.map(({ id }) => id).sort())
  expect(new Set(identities.map(({ person_id }) => person_id))).toEqual(ids)
  const setOwners = new Set(sets.map(({ person_id }) => person_id))
  expect(new Set(wallets.map(({ person_id }) => person_id))).toEqual(setOwners)
  expect(new Set(recoveries.map(({ set_id }) => set_id))).toEqual(new Set(sets.map(({ id }) => id)))
  const logins = await all('login')
  expect(logins.filter((row) => row.state === 'code' && row.code_hash === null)).toEqual([])
  expect(logins.filter((row) => row.state === 'device' && row.link_hash === null)).toEqual([])
  const noted = (event: string) => audits.filter((row) => row.event === event)
  expect(noted('signed-in')).toHaveLength(sessions.length)
  expect(noted('signed-out')).toHaveLength(sessions.filter(({ ended_at }) => ended_at !== null).length)
  expect(noted('wallet-created').length + noted('split-added').length).toBe(sets.length)
}

// The session of a database that is slow, and of one that is gone.
import { openSession, type Session } from '@latchkey/service-kit'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '@latchkey/devstack/postgres'
import { type FreezingProxy, startFreezingProxy } from './test/freezingProxy.js'

interface Schema {
  written: { value: number }
}

let postgres: Postgres
let proxy: FreezingProxy
let session: Session<Schema>
beforeAll(async () => {
  postgres = await startPostgres()
  proxy = await startFreezingProxy(await postgres.createDatabase('session'))
}, 120_000)
afterEach(() => session?.close())
afterAll(async () => {
  await proxy?.stop()
  await postgres?.stop()
})

const open = () => openSession<Schema>({ target: proxy.url, channel: 'told', onNotice: () => {} })

test('a statement may take longer than the server has to answer', async () => {
  session = await open()
  let isEnded = false
  void session.ended.then(() => {
    isEnded = true
  })
  await sql`create table written (value integer)`.execute(session.database)
  await session.database.transaction().execute(async (transaction) => {
    await transaction.insertInto('written').values({ value: 1 }).execute()
    await sql`select pg_sleep(9)`.execute(transaction)
  })
  expect(await session.database.selectFrom('written').selectAll().execute()).toEqual([{ value: 1 }])
  expect(isEnded).toBe(false)
}, 120_000)

test('it ends during a statement when the server says nothing any more', async () => {
  session = await open()
  const asked = sql`select pg_sleep(300)`.execute(session.database)
  const refused = expect(asked).rejects.toThrow(/./)
  proxy.freeze()
  await session.ended
  await refused
}, 120_000)

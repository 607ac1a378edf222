import { type Postgres, startPostgres } from '@latchkey/devstack/postgres'
import { createClient } from '@libsql/client'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import {
  memoryPayments,
  type PaymentStore,
  SQL_PAYMENTS_SCHEMA,
  SQL_PAYMENTS_UPGRADE,
  sqlPayments,
} from '../index.js'

async function libsqlStore(): Promise<PaymentStore> {
  const client = createClient({ url: ':memory:' })
  await client.execute(SQL_PAYMENTS_SCHEMA)
  return sqlPayments(async (sql, args) => (await client.execute({ sql, args: [...args] })).rows, 'sqlite')
}

let server: Promise<Postgres> | undefined
const pools: pg.Pool[] = []
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await (await server)?.stop()
})

/** Each store has its own database, and ten connections that ask at the same time. */
async function postgresStore(): Promise<PaymentStore> {
  server ??= startPostgres()
  const connectionString = await (await server).createDatabase(`payments${pools.length}`)
  const pool = new pg.Pool({ connectionString, max: 10 })
  pools.push(pool)
  await pool.query(SQL_PAYMENTS_SCHEMA)
  return sqlPayments(async (sql, values) => (await pool.query(sql, [...values])).rows, 'postgres')
}

describe.each([
  ['memory', async () => memoryPayments()],
  ['libSQL', libsqlStore],
  ['PostgreSQL', postgresStore],
] as const)('payments in %s', (_, open) => {
  it('settle one bill each', async () => {
    const store = await open()
    expect(await store.claim('a', 'one')).toEqual({ state: 'claimed' })
    expect(await store.claim('a', 'one')).toEqual({ state: 'repeated' })
    expect(await store.claim('b', 'one')).toEqual({ state: 'used' })
    expect(await store.claim('a', 'two')).toEqual({ state: 'paid', key: 'one' })
    expect(await store.claim('b', 'two')).toEqual({ state: 'claimed' })
    expect(await store.claim('a', 'two')).toEqual({ state: 'used' })
  })

  it('keep their block, and the newest one', async () => {
    const store = await open()
    await store.claim('a', 'one', '1:aa')
    expect(await store.read?.('a')).toEqual({ key: 'one', block: '1:aa' })
    await store.claim('a', 'one', '2:bb')
    expect(await store.read?.('a')).toEqual({ key: 'one', block: '2:bb' })
    await store.claim('a', 'two', '3:cc')
    expect(await store.read?.('a')).toEqual({ key: 'one', block: '2:bb' })
    await store.replace('a', 'one', 'two', '3:cc')
    expect(await store.read?.('a')).toEqual({ key: 'two', block: '3:cc' })
    await store.replace('a', 'two', 'four')
    expect(await store.read?.('a')).toEqual({ key: 'four' })
    expect(await store.read?.('b')).toBeUndefined()
  })

  it('are claimed once by a hundred bills at one time', async () => {
    const store = await open()
    const claims = await Promise.all(
      Array.from({ length: 100 }, (_, index) => store.claim(`bill-${index}`, 'one')),
    )
    expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1)
    expect(claims.filter(({ state }) => state === 'used')).toHaveLength(99)
  })

  it('replace two bills at one time: each payment is still of one bill, and nothing is thrown', async () => {
    const store = await open()
    const bills = Array.from({ length: 20 }, (_, index) => `bill-${index}`)
    await Promise.all(bills.map((id) => store.claim(id, `lost-${id}`)))
    const replaced = await Promise.all(bills.map((id) => store.replace(id, `lost-${id}`, 'new')))
    expect(replaced.filter(Boolean)).toHaveLength(1)
  })

  it('are replaced only while the bill has the one that went', async () => {
    const store = await open()
    await store.claim('a', 'one')
    await store.claim('b', 'two')
    expect(await store.replace('a', 'other', 'three')).toBe(false)
    expect(await store.replace('a', 'one', 'two')).toBe(false)
    const both = await Promise.all([store.replace('a', 'one', 'three'), store.replace('a', 'one', 'four')])
    expect([...both].sort()).toEqual([false, true])
    const own = both[0] ? 'three' : 'four'
    expect(await store.claim('a', own)).toEqual({ state: 'repeated' })
    expect(await store.claim('c', 'one')).toEqual({ state: 'claimed' })
  })
})

it('writes parameters as PostgreSQL wants them', async () => {
  const asked: string[] = []
  const store = sqlPayments(async (sql) => {
    asked.push(sql)
    return [{ bill_id: 'a' }]
  }, 'postgres')
  await store.claim('a', 'one')
  await store.claim('a', 'one', '1:aa')
  await store.replace('a', 'one', 'two', '2:bb')
  expect(asked[0]).toContain('VALUES ($1, $2)')
  expect(asked[2]).toContain('VALUES ($1, $2, $3)')
  expect(asked[3]).toContain('payment_key = $5')
})

it('gives up, and says so, where a table never tells what stands in it', async () => {
  let asked = 0
  const { claim } = sqlPayments(async () => {
    asked += 1
    if (asked > 50) throw new Error('asked without end')
    return []
  }, 'sqlite')
  await expect(claim('a', 'one')).rejects.toThrow('latchkey_payments')
  expect(asked).toBeLessThan(20)
})

it.each(['sqlite', 'postgres'] as const)(
  'works with a table of an earlier version, in %s',
  async (dialect) => {
    const earlier = SQL_PAYMENTS_SCHEMA.replace(', block TEXT', '')
    const client = createClient({ url: ':memory:' })
    const pool = await (async () => {
      server ??= startPostgres()
      const connectionString = await (await server).createDatabase(`earlier_${dialect}`)
      const opened = new pg.Pool({ connectionString, max: 2 })
      pools.push(opened)
      return opened
    })()
    const execute = async (sql: string, values: readonly string[]) =>
      dialect === 'sqlite'
        ? (await client.execute({ sql, args: [...values] })).rows
        : (await pool.query(sql, [...values])).rows
    await execute(earlier, [])
    const store = sqlPayments(execute, dialect)
    expect(await store.claim('a', 'one', '1:aa')).toEqual({ state: 'claimed' })
    expect(await store.read?.('a')).toEqual({ key: 'one' })
    expect(await store.replace('a', 'one', 'two', '2:bb')).toBe(true)
    await execute(SQL_PAYMENTS_UPGRADE, [])
    const upgraded = sqlPayments(execute, dialect)
    expect(await upgraded.claim('a', 'two', '3:cc')).toEqual({ state: 'repeated' })
    expect(await upgraded.read?.('a')).toEqual({ key: 'two', block: '3:cc' })
  },
)

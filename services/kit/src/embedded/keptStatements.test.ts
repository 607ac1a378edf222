import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keptStatements } from './keptStatements.js'

let folder: string
let path: string
let plain: Libsql.Database
let database: ReturnType<typeof keptStatements>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-kept-'))
  path = join(folder, 'kept.db')
  plain = new Libsql(path)
  plain.exec('pragma journal_mode = wal; pragma busy_timeout = 100')
  plain.exec(
    'create table holding (owner text, amount text not null, height bigint, place integer, share real)',
  )
  database = keptStatements(new Libsql(path))
})

afterEach(async () => {
  database.close()
  plain.close()
  await rm(folder, { recursive: true, force: true })
})

const write = (...rows: readonly (readonly unknown[])[]) => {
  const insert = plain.prepare<unknown[]>('insert into holding values (?, ?, ?, ?, ?)')
  for (const row of rows) insert.run([...row])
}
const ask = (sql: string, ...values: unknown[]) => database.prepare(sql).all(values)

it('reads what a plain statement reads, in its order, whatever the texts hold', () => {
  const texts = ['', '"\\/', '\u0001\n\u2028', 'é😀', '__proto__', '\u202e', 'x'.repeat(100_000), "'; drop"]
  write(
    ...texts.map((text, index) => [
      text,
      String(2n ** 256n - BigInt(index)),
      2 ** 53 - 1 - index,
      -index,
      null,
    ]),
  )
  write([null, '0', null, null, null])
  const sql =
    'select owner, amount, height as "he""ight", place as Place from holding where amount != ? order by amount'
  const rows = ask(sql, 'none')
  expect(rows).toEqual(plain.prepare<unknown[]>(sql).all(['none']))
  expect(rows).toHaveLength(texts.length + 1)
  expect(rows.map((row) => Object.keys(row as object))[0]).toEqual(['owner', 'amount', 'he"ight', 'Place'])
})

it('keeps the order and the limit of a question', () => {
  write(...Array.from({ length: 500 }, (_, index) => [`o${(index * 7) % 500}`, '1', index, 0, null]))
  const sql = 'select owner, height from holding where height < ? order by owner desc limit 300'
  expect(ask(sql, 450)).toEqual(plain.prepare<unknown[]>(sql).all([450]))
  expect(ask('select owner from holding where owner = ?', 'nobody')).toEqual([])
})

it('leaves what JSON cannot hold, and names that are given twice, to the database', () => {
  write(['a', '1', 1, 2, 0.1 + 0.2])
  expect(ask('select share, owner from holding')).toEqual([{ share: 0.1 + 0.2, owner: 'a' }])
  expect(ask('select count(*) as count from holding')).toEqual([{ count: 1 }])
  expect(ask('select place, height as place from holding')).toEqual([{ place: 1 }])
})

it('sees what was written since, and holds nothing back that a write needs', () => {
  const sql = 'select owner from holding'
  write(['a', '1', 1, 1, null])
  expect(ask(sql)).toHaveLength(1)
  write(['b', '1', 1, 1, null])
  expect(ask(sql)).toHaveLength(2)
  // It fails while somebody still reads.
  expect(plain.prepare('pragma wal_checkpoint(truncate)').all()).toMatchObject([{ busy: 0 }])
  plain.exec('alter table holding add column more text')
  expect(ask('select * from holding limit 1')).toMatchObject([{ owner: 'a', more: null }])
})

it('compiles a question once, again after it failed, and forgets what was asked longest ago', () => {
  const prepared: string[] = []
  const connection = new Libsql(path)
  const prepare = connection.prepare.bind(connection)
  connection.prepare = ((sql: string) => {
    prepared.push(sql)
    return prepare(sql)
  }) as typeof connection.prepare
  database.close()
  database = keptStatements(connection)
  const timesOf = (sql: string) => prepared.filter((one) => one === sql).length
  const sql = 'select owner, amount from holding where height = ?'
  for (let index = 0; index < 200; index += 1) ask(sql, index)
  expect(timesOf(sql)).toBe(1)
  const failing = 'select place from holding where abs(height) > ?'
  plain.exec('insert into holding values (null, 0, -9223372036854775808, 0, null)')
  expect(() => ask(failing, 0)).toThrow('integer overflow')
  plain.exec('delete from holding')
  expect(ask(failing, 0)).toEqual([])
  expect(timesOf(failing)).toBe(2)
  for (let index = 0; index < 200; index += 1) ask(`select owner from holding where height = ${index}`)
  expect(ask(sql, 1)).toEqual([])
  expect(timesOf(sql)).toBe(2)
})

it('compiles a change once, and carries it out each time with its own values', () => {
  const prepared: string[] = []
  const connection = new Libsql(path)
  const prepare = connection.prepare.bind(connection)
  connection.prepare = ((sql: string) => {
    prepared.push(sql)
    return prepare(sql)
  }) as typeof connection.prepare
  database.close()
  database = keptStatements(connection)
  plain.exec('create unique index one_owner on holding (owner)')
  const insert = 'insert into holding values (?, ?, ?, ?, ?)'
  const change = 'update holding set amount = ? where owner = ? returning amount'
  const make = (owner: string) => database.prepare(insert).run([owner, '1', 1, 1, null])
  for (let index = 0; index < 50; index += 1) {
    expect(make(`o${index}`)).toMatchObject({ changes: 1 })
    expect(ask(change, String(index), `o${index}`)).toEqual([{ amount: String(index) }])
  }
  expect(ask(change, '0', 'nobody')).toEqual([])
  const timesOf = (sql: string) => prepared.filter((one) => one === sql).length
  expect([timesOf(insert), timesOf(change)]).toEqual([1, 1])
  // Compiled again after it failed, and good again.
  expect(() => make('o1')).toThrow('UNIQUE')
  expect(make('o50')).toMatchObject({ changes: 1 })
  expect(timesOf(insert)).toBe(2)
  expect(ask('select owner from holding')).toHaveLength(51)
})

it('opens and ends transactions that were compiled before, and holds nothing back between them', () => {
  const run = (sql: string, ...values: unknown[]) => database.prepare(sql).run(values)
  const insert = 'insert into holding values (?, ?, ?, ?, ?)'
  for (const [owner, end] of [
    ['a', 'commit'],
    ['b', 'rollback'],
    ['c', 'commit'],
  ]) {
    run('begin')
    run(insert, owner, '1', 1, 1, null)
    run(end as string)
    // Both fail while the other connection is in the middle of something.
    plain.exec('begin immediate; commit')
    expect(plain.prepare('pragma wal_checkpoint(truncate)').all()).toMatchObject([{ busy: 0 }])
  }
  expect(ask('select owner from holding order by owner')).toEqual([{ owner: 'a' }, { owner: 'c' }])
  // A change that fails in a transaction leaves what came before it to its end.
  run('begin')
  expect(() => run('insert into holding values (?, null, 1, 1, null)', 'd')).toThrow('NOT NULL')
  run('rollback')
  plain.exec('alter table holding add column more text')
  run('update holding set amount = ? where owner = ?', '2', 'a')
  expect(ask('select amount, more from holding where owner = ?', 'a')).toEqual([{ amount: '2', more: null }])
})

it('does not run a question that would change something as one that reads', () => {
  const inserted = database.prepare('insert into holding values (?, ?, ?, ?, ?) returning owner')
  expect(inserted.all(['a', '1', 1, 1, null])).toEqual([{ owner: 'a' }])
  expect(ask('select owner from holding')).toEqual([{ owner: 'a' }])
})

import { openDatabase } from '@latchkey/service-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../database/migrations.js'
import type { Schema } from '../database/schema.js'
import { createDatabaseRates } from './databaseRates.js'

const minute = 60_000
const windowStart = 1_800_000_000_000 - (1_800_000_000_000 % minute)

describe('two instances whose clocks differ', () => {
  let database: Awaited<ReturnType<typeof openDatabase<Schema>>>
  beforeAll(async () => {
    database = await openDatabase<Schema>({ target: ':memory:', migrations, what: 'a test' })
  })
  afterAll(() => database.close())

  const instance = (now: number) => createDatabaseRates(database.writes, { now: () => now })

  test.each([1, 50, 2000, 29_999])(
    'a clock %d ms behind does not take a pause again, nor tells of more than one',
    async (behind) => {
      const key = `pause-${behind}`
      expect(await instance(windowStart + behind).pause(key, 30_000)).toBe(0)
      expect(await instance(windowStart).pause(key, 30_000)).toBe(30_000)
    },
  )

  test('a pause that a wrong clock wrote does not lock for years', async () => {
    expect(await instance(windowStart + 1000 * minute).pause('wrong', 30_000)).toBe(0)
    expect(await instance(windowStart).left('wrong', 30_000)).toBe(0)
    expect(await instance(windowStart).pause('wrong', 30_000)).toBe(0)
    expect(await instance(windowStart + 1).left('wrong', 30_000)).toBe(29_999)
    expect(await instance(windowStart + 1).pause('wrong', 30_000)).toBe(29_999)
  })

  test('asking each in turn where a window begins does not start the count again', async () => {
    const early = instance(windowStart - 1)
    const late = instance(windowStart + 1)
    const counts: number[] = []
    for (let round = 0; round < 5; round += 1) {
      counts.push(await late.count('turns', minute))
      counts.push(await early.count('turns', minute))
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await early.read('turns', minute)).toBe(10)
  })

  test('what is counted around a full minute or hour is counted together', async () => {
    expect(await instance(windowStart - 1).count('around', minute)).toBe(1)
    expect(await instance(windowStart + minute / 2).count('around', minute)).toBe(2)
    expect(await instance(windowStart + minute - 2).read('around', minute)).toBe(2)
    expect(await instance(windowStart + minute - 1).read('around', minute)).toBe(0)
    expect(await instance(windowStart + minute - 1).count('around', minute)).toBe(1)
  })

  test('a count that a wrong clock wrote ends with its window', async () => {
    await instance(windowStart + 1000 * minute).count('wrong count', minute)
    expect(await instance(windowStart).count('wrong count', minute)).toBe(1)
  })
})

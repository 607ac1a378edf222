// How mails are counted that count for several at once: an address, and the wallet that is to get it.
import { openDatabase } from '@latchkey/service-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../database/migrations.js'
import type { Schema } from '../database/schema.js'
import { createDatabaseRates } from '../rates/databaseRates.js'
import { defaultLimits } from '../rates/limits.js'
import type { Caller, Service } from '../service.js'
import type { ServiceError } from '../serviceError.js'
import { allowMail } from './emailLogin.js'

let database: Awaited<ReturnType<typeof openDatabase<Schema>>>
beforeAll(async () => {
  database = await openDatabase<Schema>({ target: ':memory:', migrations, what: 'a test' })
})
afterAll(() => database.close())

const hour = 3_600_000
function bench(codesPerEmail = 10) {
  const clock = { time: 1_800_000_000_000 - (1_800_000_000_000 % hour), now: () => clock.time }
  const rates = createDatabaseRates(database.writes, clock)
  const limits = { ...defaultLimits, codesPerEmail: { count: codesPerEmail, windowMilliseconds: hour } }
  return {
    clock,
    allow: (...buckets: string[]) =>
      allowMail({ rates, limits } as Service, { ip: '10.0.0.1' } as Caller, ...buckets).then(
        () => 'sent',
        ({ code, retryAfter }: ServiceError) => [code, retryAfter],
      ),
    taken: (bucket: string) => rates.read(`codesPerEmail:${bucket}`, hour),
  }
}

test('a mail that has to wait for one of them uses up nothing of the other', async () => {
  const { clock, allow, taken } = bench()
  expect(await allow('email:new')).toBe('sent')
  clock.time += 20_000
  expect(await allow('change:device', 'email:new')).toEqual(['email_throttled', 10])
  clock.time += 10_000
  expect(await allow('change:device', 'email:new')).toBe('sent')
  expect([await taken('change:device'), await taken('email:new')]).toEqual([1, 2])
})

test('the wait is the longest of them', async () => {
  const { clock, allow } = bench()
  expect(await allow('change:two')).toBe('sent')
  clock.time += 5_000
  expect(await allow('email:two')).toBe('sent')
  expect(await allow('change:two', 'email:two')).toEqual(['email_throttled', 30])
})

test('a mail that one of them has no more of uses up nothing of the other', async () => {
  const { clock, allow, taken } = bench(1)
  expect(await allow('email:three')).toBe('sent')
  clock.time += 30_000
  expect(await allow('change:three', 'email:three')).toEqual(['too_many_requests', 3600])
  expect(await taken('change:three')).toBe(0)
  expect(await allow('change:three')).toBe('sent')
})

test('of requests at the same time, one is sent', async () => {
  const { allow } = bench()
  const answers = await Promise.all([1, 2, 3].map(() => allow('change:four', 'email:four')))
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(1)
})

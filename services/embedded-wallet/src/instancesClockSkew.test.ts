// Instances on one database, whose clocks differ by minutes: a person requests a mail at one, and uses it at the other.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../../devstack/src/postgres/index.js'
import {
  codeIn,
  createCaller,
  linkIn,
  signInByMail,
  startService,
  type TestService,
} from '../test/startService.js'
import { randomToken } from './secrets.js'

const minute = 60_000

describe.each([
  ['10 minutes behind', -10 * minute],
  ['10 minutes ahead', 10 * minute],
])('an instance whose clock is %s', (name, skew) => {
  let postgres: Postgres
  let first: TestService
  let second: TestService
  let now = Date.now()
  beforeAll(async () => {
    postgres = await startPostgres()
    const database = await postgres.createDatabase('skew')
    first = await startService({ database, clock: { now: () => now } })
    second = await startService({ database, keys: first.keyFile, clock: { now: () => now + skew } })
  }, 60_000)
  afterAll(async () => {
    await first?.stop()
    await second?.stop()
    await postgres?.stop()
    expect([...first.faults, ...second.faults]).toEqual([])
  })
  const ask = () => createCaller(first.service.url)
  const askOther = () => createCaller(second.service.url)
  let people = 0
  const newEmail = () => `skew-${name.slice(-5)}-${++people}@example.com`
  async function start(email = newEmail()) {
    const { body } = await ask()('/v1/login/email', { email })
    return { login: body.login as string, code: codeIn((await first.mail.next(email)).text), email }
  }

  test('a code is good where it was not sent, once, and for 20 minutes less or more by the difference', async () => {
    const [intime, late] = [await start(), await start()]
    const left = 20 * minute - skew
    now += left - 1
    expect(await askOther()('/v1/login/code', intime)).toMatchObject({ status: 200 })
    for (const again of [ask(), askOther()]) {
      expect(await again('/v1/login/code', intime)).toMatchObject({ body: { code: 'code_expired' } })
    }
    now += 1
    expect(await askOther()('/v1/login/code', late)).toMatchObject({ body: { code: 'code_expired' } })
  })

  test('a link approves where it was not sent, once', async () => {
    const email = newEmail()
    await signInByMail(ask(), first.mail, email)
    now += 30_000
    const started = await ask()('/v1/login/email', { email })
    expect(started.body.action).toBe('VERIFY_DEVICE')
    const token = linkIn((await first.mail.next(email, 1)).text)
    const own = createCaller(second.service.url, { headers: { origin: second.service.url } })
    expect(await own('/v1/approval/approve', { token })).toMatchObject({ status: 200 })
    expect(await own('/v1/approval/approve', { token })).toMatchObject({ status: 404 })
    // The mail of the code leaves from the instance that approved.
    const code = codeIn((await second.mail.next(email)).text)
    expect(await ask()('/v1/login/code', { login: started.body.login, code })).toMatchObject({ status: 200 })
  })

  test('nobody is told to wait longer than 30 seconds', async () => {
    const { email } = await start()
    const { status, body } = await askOther()('/v1/login/email', { email })
    if (status !== 200) {
      expect(body).toMatchObject({ code: 'email_throttled' })
      expect(body.retryAfter).toBeLessThanOrEqual(30)
    }
    for (let round = 0; round < 3; round += 1) {
      now += 30_000
      const next = await ask()('/v1/login/email', { email })
      expect(next.body.retryAfter ?? 0).toBeLessThanOrEqual(30)
    }
  })

  test('a session goes on at either, with tokens that work once', async () => {
    const { body } = await signInByMail(ask(), first.mail, newEmail())
    let { refresh } = body as { refresh: string }
    for (const instance of [askOther(), ask(), askOther()]) {
      now += minute
      const next = randomToken()
      const refreshed = await instance('/v1/session/refresh', { refresh, next })
      expect(refreshed).toMatchObject({ status: 200 })
      expect(await instance('/v1/session/read', {}, refreshed.body.access)).toMatchObject({ status: 200 })
      refresh = next
    }
  })
})

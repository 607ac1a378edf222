// A bound for everything that a caller can add.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '@latchkey/service-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ceremony, createSoftPasskey } from '../test/softPasskey.js'
import {
  type Answer,
  type Ask,
  appOrigin,
  createCaller,
  startService,
  type TestService,
} from '../test/startService.js'
import { forgetOld } from './database/forgetOld.js'
import { migrations } from './database/migrations.js'
import type { Schema } from './database/schema.js'
import { mostHeld } from './mostHeld.js'

const publicOrigin = 'https://wallet.example.org'
const plenty = { count: 1_000_000, windowMilliseconds: 3_600_000 }
const ceremony = (challenge: string): Ceremony => ({
  challenge,
  origin: publicOrigin,
  topOrigin: appOrigin,
  rpId: 'wallet.example.org',
})

const google = {
  kind: 'oauth',
  authorizationEndpoint: 'https://provider.example/authorize',
  tokenEndpoint: 'https://provider.example/token',
  userEndpoint: 'https://provider.example/user',
  scope: 'profile',
  subjectField: 'id',
  nameField: 'name',
  clientId: 'client',
  clientSecret: 'secret',
} as const

let running: TestService
let ask: Ask
beforeAll(async () => {
  running = await startService({
    publicOrigin,
    limits: { triesPerIp: plenty, requestsPerIp: plenty, startsPerIp: plenty },
  })
  ask = createCaller(running.service.address)
})
afterAll(async () => {
  expect(running.faults).toEqual([])
  await running.stop()
})

async function signUp() {
  const passkey = createSoftPasskey()
  const { login, options } = (await ask('/v1/login/passkey/new/start')).body
  const response = passkey.create(ceremony(options.challenge))
  const { body } = await ask('/v1/login/passkey/new/finish', { login, response })
  return { passkey, access: body.access as string, person: body.person.id as string }
}

async function open<Result>(use: (database: Awaited<ReturnType<typeof openHere>>) => Promise<Result>) {
  const database = await openHere()
  return use(database).finally(() => database.close())
}
const openHere = () =>
  openDatabase<Schema>({ target: join(running.folder, 'wallet.db'), migrations, what: 'a test' })

const countOf = (table: 'session' | 'device' | 'passkey' | 'identity', person: string) =>
  open(async ({ reads }) => {
    const rows = await reads.selectFrom(table).select('person_id').where('person_id', '=', person).execute()
    return rows.length
  })

test('a person has so many sessions and devices: the ones that weren’t used for longest make room', async () => {
  const { passkey, access: first, person } = await signUp()
  let last = first
  for (let times = 0; times < mostHeld.devices + 5; times += 1) {
    running.pass(1000)
    const { login, options } = (await ask('/v1/login/passkey/start')).body
    const response = passkey.get(ceremony(options.challenge))
    last = (await ask('/v1/login/passkey/finish', { login, response })).body.access
  }
  expect(await countOf('session', person)).toBe(mostHeld.sessions)
  expect(await countOf('device', person)).toBe(mostHeld.devices)
  expect((await ask('/v1/session/read', {}, last)).status).toBe(200)
  expect((await ask('/v1/session/read', {}, first)).body.code).toBe('session_expired')
})

test('a person has so many passkeys', async () => {
  const { access, person } = await signUp()
  const start = () => ask('/v1/passkey/start', {}, access)
  const finish = ({ body: { login, options } }: Answer) => {
    const response = createSoftPasskey().create(ceremony(options.challenge))
    return ask('/v1/passkey/finish', { login, response }, access)
  }
  for (let count = 2; count < mostHeld.passkeys; count += 1) {
    expect((await finish(await start())).status).toBe(200)
  }
  const started = [await start(), await start(), await start()]
  const answers = await Promise.all(started.map(finish))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await start()).toMatchObject({ status: 409, body: { code: 'limit_reached' } })
  expect(await countOf('passkey', person)).toBe(mostHeld.passkeys)
  expect(await countOf('identity', person)).toBe(mostHeld.passkeys)
})

test.each([
  [
    'three recoveries in one split',
    (split: Split) => ({ ...split, recoveries: Array(3).fill(split.recoveries[0]) }),
  ],
  [
    'a long recovery',
    (split: Split) => ({ ...split, recoveries: [{ kind: 'code', sealed: 'x'.repeat(1025) }] }),
  ],
  ['a long share', (split: Split) => ({ ...split, share: 'x'.repeat(97) })],
])('%s is refused', async (_, change) => {
  const { access } = await signUp()
  const addresses = { evm: `0x${'1'.repeat(40)}`, solana: '1'.repeat(32) }
  const answer = await ask('/v1/wallet/create', { addresses, split: change(newSplit()) }, access)
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
})

type Split = ReturnType<typeof newSplit>
const newSplit = () => ({
  id: randomBytes(16).toString('hex'),
  share: randomBytes(17).toString('base64url'),
  recoveries: [{ kind: 'code', sealed: randomBytes(60).toString('base64url') }],
})

test.each([
  ['/v1/login/social/start', { provider: 'google' }],
  ['/v1/login/passkey/start', {}],
  ['/v1/login/passkey/new/start', {}],
])('%s keeps so many logins of one caller, and forgets those that are over', async (path, body) => {
  const own = await startService({
    publicOrigin,
    limits: { startsPerIp: { count: 3, windowMilliseconds: 3_600_000 } },
    social: { google },
  })
  const start = createCaller(own.service.address)
  const statuses: number[] = []
  for (let times = 0; times < 5; times += 1) statuses.push((await start(path, body)).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  const database = await openDatabase<Schema>({
    target: join(own.folder, 'wallet.db'),
    migrations,
    what: 'a test',
  })
  const kept = async () => {
    const tables = ['social_login', 'challenge'] as const
    const rows = await Promise.all(
      tables.map((name) => database.reads.selectFrom(name).select('origin').execute()),
    )
    return rows.flat().length
  }
  await forgetOld({ database, clock: { now: () => Date.now() } })
  expect(await kept()).toBe(3)
  await forgetOld({ database, clock: { now: () => Date.now() + 60 * 60_000 } })
  expect(await kept()).toBe(0)
  await database.close()
  await own.stop()
})

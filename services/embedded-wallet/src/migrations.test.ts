// The database of the first version, with a wallet in it, under the service of today.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@latchkey/service-kit'
import { type CompiledQuery, type Kysely, type Migration, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../../devstack/src/postgres/index.js'
import { appOrigin, codeIn, createCaller, startService, type TestService } from '../test/startService.js'
import { migrations } from './database/migrations.js'
import { joinKey, openWithCode, wordsOf } from './keys/index.js'
import { hashToken } from './secrets.js'

/** Released, so that databases are there that know them by these names. */
const firstVersion = ['2026-11-22-people', '2026-11-22-wallets', '2026-11-22-rates']

/** What the first version wrote, byte by byte. */
const written = {
  keyFile: 'fK7XZ8SCcUrMWggpYgaNHUeWFxZAcq1Toz06VMuOgPY=',
  person: 'b2'.repeat(16),
  device: 'c3'.repeat(16),
  split: 'a1'.repeat(16),
  email: 'early@example.com',
  addresses: {
    evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    solana: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  },
  keyId: '211afc6850d72af5',
  wrapped: 'zmwjMovmPtmavY6NQSYRhlQX0_5TzMGuzlNssKYro2LbaAxzY3kAaNWD2UlIi7WqSpmbNkQtq_ESjebA',
  sealed: 'zu6DPtxtP05K6yLR8JEC5ZJTAcK1Ah4W8-YYcbowp58yzKtF67lSD3sT5vQB',
  sealedRecovery: 'bSIHv4My_oAcFJxrTWRVx857Rr2CbEtNmzeKpMHuTdHnTPfiuPN17DdXm8mc',
} as const

/** What its people have. */
const kept = {
  words: 'test test test test test test test test test test test junk',
  deviceShare: 'cTs-4aCb-haF7pDZWg89RHo',
  recoveryCode: '7R59P-3FDNS-B1H9N-RMBYD-ZKK9Y-47AW',
  access: 'a'.repeat(43),
  refresh: 'r'.repeat(43),
  deviceToken: 'd'.repeat(43),
}

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

async function writeFirstVersion(target: string): Promise<void> {
  const first = Object.fromEntries(firstVersion.map((name) => [name, migrations[name] as Migration]))
  const { writes, close } = await openDatabase<unknown>({ target, migrations: first, what: 'a test' })
  const { person, device, split, email, addresses, keyId, wrapped, sealed, sealedRecovery } = written
  const now = Date.now()
  const [access, refresh, token] = [kept.access, kept.refresh, kept.deviceToken].map(hashToken)
  const rows: Readonly<Record<string, Readonly<Record<string, string | number | null>>>> = {
    person: { id: person, created_at: now },
    identity: { provider: 'email', subject: email, person_id: person, name: null },
    device: {
      id: device,
      person_id: person,
      token_hash: token ?? '',
      description: 'Firefox',
      created_at: now,
    },
    session: {
      ...{ id: 'd4'.repeat(16), person_id: person, device_id: device, origin: appOrigin },
      ...{ access_hash: access ?? '', access_expires_at: now + 600_000, refresh_hash: refresh ?? '' },
      ...{ previous_hash: null, created_at: now, expires_at: now + 86_400_000, ended_at: null },
    },
    wallet: { person_id: person, ...addresses, created_at: now },
    share_set: {
      ...{ id: split, person_id: person, device_id: device, created_at: now },
      ...{ key_id: keyId, wrapped_key: wrapped, sealed },
    },
    recovery: {
      ...{ id: 'e5'.repeat(16), person_id: person, set_id: split, created_at: now },
      ...{ kind: 'code', sealed: sealedRecovery },
    },
  }
  for (const [table, row] of Object.entries(rows)) {
    const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
      writes as Kysely<unknown>,
    )
  }
  await close()
}

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe.each(['embedded', 'postgres'] as const)('the %s database of the first version', (kind) => {
  let running: TestService
  let folder: string
  let ask: ReturnType<typeof createCaller>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-first-'))
    const keys = join(folder, 'keys')
    await writeFile(keys, `${written.keyFile}\n`, { mode: 0o600 })
    const database = kind === 'postgres' ? await postgres.createDatabase('first') : join(folder, 'wallet.db')
    await writeFirstVersion(database)
    running = await startService({ database, keys })
    ask = createCaller(running.service.url)
  })
  afterAll(async () => {
    expect(running.faults).toEqual([])
    await running.stop()
    await rm(folder, { recursive: true, force: true })
  })

  test('opens its wallet by the device, and by the recovery code', async () => {
    const read = await ask('/v1/wallet/read', {}, kept.access)
    expect(read.body).toMatchObject({
      wallet: written.addresses,
      splits: [{ id: written.split, isThisDevice: true }],
    })
    const { share } = (await ask('/v1/wallet/share', { split: written.split }, kept.access)).body
    const [recovery] = (await ask('/v1/wallet/recoveries', {}, kept.access)).body.recoveries
    const own = await openWithCode(kept.recoveryCode, recovery.split, recovery.sealed)
    for (const other of [bytes(kept.deviceShare), own])
      expect(wordsOf(await joinKey([other, bytes(share)], written.addresses))).toBe(kept.words)
  })

  test('knows its sessions and devices', async () => {
    expect(await ask('/v1/session/read', {}, kept.access)).toMatchObject({
      status: 200,
      body: { id: written.person, email: written.email, provider: null },
    })
    const next = 'n'.repeat(43)
    const refreshed = await ask('/v1/session/refresh', { refresh: kept.refresh, next })
    expect(refreshed.status).toBe(200)
    const { email } = written
    const login = await ask('/v1/login/email', { email, deviceToken: kept.deviceToken })
    expect(login.body.action).toBe('VERIFY_OTP')
    const code = codeIn((await running.mail.next(email)).text)
    const answer = await ask('/v1/login/code', { login: login.body.login, code })
    expect(answer).toMatchObject({ status: 200, body: { person: { id: written.person } } })
    // What the first version had no table for.
    expect(await ask('/v1/passkey/start', {}, answer.body.access)).toMatchObject({ status: 200 })
  })
})

test('what was released stays as it was', async () => {
  const queries: string[] = []
  const { writes, close } = await openDatabase({ target: ':memory:', migrations: {}, what: 'a test' })
  const noting = writes.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const { sql: text }: CompiledQuery = writes.getExecutor().compileQuery(node, queryId)
      queries.push(text)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  expect(Object.keys(migrations).slice(0, firstVersion.length)).toEqual(firstVersion)
  for (const name of firstVersion) await migrations[name]?.up(noting)
  await close()
  expect(queries).toMatchSnapshot()
})

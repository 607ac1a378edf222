import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '../../../devstack/src/postgres/index.js'
import { openDatabase } from '@latchkey/service-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCaller, signInByMail, startService, type TestService } from '../test/startService.js'
import { migrations } from './database/migrations.js'
import type { Schema } from './database/schema.js'
import { startEmbeddedWallet } from './index.js'
import {
  addRecovery,
  createRecoveryCode,
  createWallet,
  deriveKeys,
  type DeviceRecord,
  recoverWallet,
  type VaultPorts,
} from './keys/index.js'
import { mostHeld } from './mostHeld.js'

const addresses = {
  evm: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  solana: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
}
const newSplit = () => ({
  id: randomBytes(16).toString('hex'),
  share: randomBytes(17).toString('base64url'),
  recoveries: [{ kind: 'code' as const, sealed: randomBytes(60).toString('base64url') }],
})

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe.each(['embedded', 'postgres'] as const)('wallets on the %s database', (kind) => {
  let running: TestService
  let target: string
  let ask: ReturnType<typeof createCaller>
  let people = 0
  const signedIn = async () => {
    people += 1
    return (await signInByMail(ask, running.mail, `wallet${people}@example.com`)).body.access as string
  }
  beforeAll(async () => {
    const url = kind === 'postgres' ? await postgres.createDatabase('wallets') : undefined
    running = await startService(url === undefined ? {} : { database: url })
    target = url ?? join(running.folder, 'wallet.db')
    ask = createCaller(running.service.url)
  })
  afterAll(async () => {
    expect(running.faults).toEqual([])
    await running.stop()
  })

  test('are made once, with the first split, and asked again are the same', async () => {
    const access = await signedIn()
    expect(await ask('/v1/wallet/read', {}, access)).toMatchObject({
      body: { wallet: null, splits: [], recoveries: [] },
    })
    const split = newSplit()
    expect(await ask('/v1/wallet/create', { addresses, split }, access)).toMatchObject({ status: 200 })
    expect(await ask('/v1/wallet/create', { addresses, split }, access)).toMatchObject({ status: 200 })
    expect(await ask('/v1/wallet/create', { addresses, split: newSplit() }, access)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    const { body } = await ask('/v1/wallet/read', {}, access)
    expect(body).toMatchObject({
      wallet: addresses,
      splits: [{ id: split.id, isThisDevice: true }],
      recoveries: [{ split: split.id, kind: 'code' }],
    })
    expect(await ask('/v1/wallet/share', { split: split.id }, access)).toMatchObject({
      body: { share: split.share },
    })
    expect(await ask('/v1/wallet/recoveries', {}, access)).toMatchObject({
      body: { recoveries: [{ sealed: split.recoveries[0]?.sealed }] },
    })
  })

  test('made twice at the same time are one', async () => {
    const access = await signedIn()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask('/v1/wallet/create', { addresses, split: newSplit() }, access)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect((await ask('/v1/wallet/read', {}, access)).body.splits).toHaveLength(1)
  })

  test('take further splits, and keep the ones before', async () => {
    const access = await signedIn()
    expect(await ask('/v1/wallet/split', newSplit(), access)).toMatchObject({ status: 404 })
    const [first, second] = [newSplit(), newSplit()]
    await ask('/v1/wallet/create', { addresses, split: first }, access)
    for (let times = 0; times < 2; times += 1) {
      expect(await ask('/v1/wallet/split', second, access)).toMatchObject({ status: 200 })
    }
    for (const { id, share } of [first, second]) {
      expect(await ask('/v1/wallet/share', { split: id }, access)).toMatchObject({ body: { share } })
    }
    expect((await ask('/v1/wallet/read', {}, access)).body.splits).toHaveLength(2)
  })

  test('give a share to their own person only', async () => {
    const [owner, stranger] = [await signedIn(), await signedIn()]
    const split = newSplit()
    await ask('/v1/wallet/create', { addresses, split }, owner)
    await ask('/v1/wallet/create', { addresses, split: newSplit() }, stranger)
    expect(await ask('/v1/wallet/share', { split: split.id }, stranger)).toMatchObject({ status: 404 })
    expect(await ask('/v1/wallet/share', { split: split.id })).toMatchObject({ status: 401 })
    expect(await ask('/v1/wallet/split', split, stranger)).toMatchObject({ status: 409 })
    expect((await ask('/v1/wallet/recoveries', {}, stranger)).body.recoveries).toHaveLength(1)
  })

  test('are not made with a split of somebody else, in turn or at once', async () => {
    const [owner, stranger, other] = [await signedIn(), await signedIn(), await signedIn()]
    const split = newSplit()
    await ask('/v1/wallet/create', { addresses, split }, owner)
    const taken = { status: 409, body: { code: 'conflict' } }
    expect(await ask('/v1/wallet/create', { addresses, split }, stranger)).toMatchObject(taken)
    expect((await ask('/v1/wallet/read', {}, stranger)).body.wallet).toBeNull()
    const raced = newSplit()
    const answers = await Promise.all(
      [stranger, other].map((access) => ask('/v1/wallet/create', { addresses, split: raced }, access)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('have so many splits, one after the other and at once', async () => {
    const access = await signedIn()
    await ask('/v1/wallet/create', { addresses, split: newSplit() }, access)
    const add = () => ask('/v1/wallet/split', newSplit(), access)
    for (let count = 1; count < mostHeld.splits - 5; count += 1) await add()
    const answers = await Promise.all(Array.from({ length: 20 }, add))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 409)).toHaveLength(15)
    expect(await add()).toMatchObject({ status: 409, body: { code: 'limit_reached' } })
    const { splits } = (await ask('/v1/wallet/read', {}, access)).body
    expect(splits).toHaveLength(mostHeld.splits)
    expect(await ask('/v1/wallet/share', { split: splits[0].id }, access)).toMatchObject({ status: 200 })
  })

  test('with as many splits as they can have are recovered all the same, and keep no record of it', async () => {
    const access = await signedIn()
    const records = new Map<string, DeviceRecord>()
    const held: DeviceRecord[] = []
    const asked = async (path: string, body: object = {}) => {
      const { status, body: answer } = await ask(path, body, access)
      if (status !== 200) throw Object.assign(new Error(path), { code: answer.code })
      return answer
    }
    const ports: VaultPorts = {
      server: {
        read: () => asked('/v1/wallet/read'),
        create: (wallet) => asked('/v1/wallet/create', wallet),
        addSplit: (split) => asked('/v1/wallet/split', split),
        share: async (split) => (await asked('/v1/wallet/share', { split })).share,
        recoveries: async () => (await asked('/v1/wallet/recoveries')).recoveries,
      },
      store: {
        list: async () => [...records.values()],
        put: async (record) => void records.set(record.split, record),
        hold: async (record) => void held.push(record),
        remove: async (split) => void records.delete(split),
      },
    }
    const secret = { kind: 'code', code: createRecoveryCode() } as const
    const entropy = await createWallet(ports, secret)
    records.clear()
    expect(await recoverWallet(ports, secret)).toEqual(entropy)
    expect(records.size).toBe(1)
    records.clear()
    const { length } = (await asked('/v1/wallet/read')).splits
    for (let count = length; count < mostHeld.splits; count += 1) await asked('/v1/wallet/split', newSplit())
    expect(await recoverWallet(ports, secret)).toEqual(entropy)
    expect(records.size).toBe(0)
    expect(held).toMatchObject([{ addresses: deriveKeys(entropy).addresses }])
    await expect(addRecovery(ports, secret)).rejects.toMatchObject({ code: 'recovery_needed' })
  })

  test('are refused without a way back', async () => {
    const access = await signedIn()
    const split = { ...newSplit(), recoveries: [] }
    expect(await ask('/v1/wallet/create', { addresses, split }, access)).toMatchObject({ status: 400 })
  })

  test('leave no share, code or token readable in the database, and a moved or changed share is refused', async () => {
    const [access, other] = [await signedIn(), await signedIn()]
    const [split, foreign] = [newSplit(), newSplit()]
    await ask('/v1/wallet/create', { addresses, split }, access)
    await ask('/v1/wallet/create', { addresses, split: foreign }, other)
    const database = await openDatabase<Schema>({ target, migrations, what: 'a test' })
    const tables = [
      'login',
      'session',
      'device',
      'share_set',
      'audit',
      'rate',
      'pause',
      'social_login',
      'identity',
    ] as const
    let dump = ''
    for (const table of tables)
      dump += JSON.stringify(await database.reads.selectFrom(table).selectAll().execute())
    for (const secret of [split.share, Buffer.from(split.share, 'base64url').toString('hex'), access]) {
      expect(dump).not.toContain(secret)
    }
    const theirs = await database.reads
      .selectFrom('share_set')
      .selectAll()
      .where('id', '=', foreign.id)
      .executeTakeFirstOrThrow()
    const { wrapped_key, sealed } = theirs
    await database.writes
      .updateTable('share_set')
      .set({ wrapped_key, sealed })
      .where('id', '=', split.id)
      .execute()
    await database.close()
    const answer = await ask('/v1/wallet/share', { split: split.id }, access)
    expect(answer).toMatchObject({ status: 500, body: { code: 'failed', message: 'An error occurred' } })
    expect(running.faults.splice(0)).toHaveLength(1)
  })
})

test('a new key wraps what is new, and the old one still opens what it wrapped', async () => {
  const running = await startService()
  const ask = createCaller(running.service.url)
  const { body } = await signInByMail(ask, running.mail, 'keys@example.com')
  const split = newSplit()
  await ask('/v1/wallet/create', { addresses, split }, body.access)
  const before = await readFile(running.keyFile, 'utf8')
  await writeFile(running.keyFile, `${randomBytes(32).toString('base64')}\n${before}`)
  await running.service.stop()
  const again = await startEmbeddedWallet({
    database: join(running.folder, 'wallet.db'),
    keys: running.keyFile,
    smtp: { url: running.mail.smtpUrl, from: 'wallet@example.org' },
    allowedOrigins: ['https://app.example.com'],
  })
  const askAgain = createCaller(again.url)
  const added = newSplit()
  expect(await askAgain('/v1/wallet/split', added, body.access)).toMatchObject({ status: 200 })
  for (const { id, share } of [split, added]) {
    expect(await askAgain('/v1/wallet/share', { split: id }, body.access)).toMatchObject({ body: { share } })
  }
  await again.stop()
  await running.stop()
})

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, startPostgres } from '../../../devstack/src/postgres/index.js'
import { createCaller, signInByMail, startService, type TestService } from '../test/startService.js'
import { createKeyFile, startEmbeddedWallet } from './index.js'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('..', import.meta.url))
const people = 12

/** Debian's programs stand in a folder of their own version. */
async function postgresProgram(name: string): Promise<string> {
  const root = '/usr/lib/postgresql'
  const versions = await readdir(root).catch(() => [])
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0]
  return newest === undefined ? name : join(root, newest, 'bin', name)
}

const addressesOf = (index: number) => ({
  evm: `0x${(0xacc0 + index).toString(16).padStart(40, '0')}`,
  solana: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM',
})
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

describe.each(['embedded', 'postgres'] as const)('a backup of the %s database', (kind) => {
  let running: TestService
  let source: string
  beforeAll(async () => {
    const own = kind === 'postgres' ? { database: await postgres.createDatabase('before') } : {}
    running = await startService(own)
    source = own.database ?? join(running.folder, 'wallet.db')
  })
  afterAll(() => running.stop())

  /** Copies the database while the service runs, and returns what a new service is started on. */
  async function copy(name: string): Promise<string> {
    const file = join(running.folder, `${name}.backup`)
    if (kind === 'embedded') {
      const env = { ...process.env, LATCHKEY_DATABASE: source }
      await run(process.execPath, ['--import', 'tsx', 'src/cli.ts', 'backup', file], { cwd: folder, env })
      return file
    }
    await run(await postgresProgram('pg_dump'), ['--format=custom', `--file=${file}`, source])
    const target = await postgres.createDatabase(name)
    await run(await postgresProgram('pg_restore'), ['--no-owner', `--dbname=${target}`, file])
    return target
  }

  const restart = (database: string, keys: string) =>
    startEmbeddedWallet({
      database,
      keys,
      smtp: { url: running.mail.smtpUrl, from: 'Wallet <wallet@example.org>' },
      allowedOrigins: ['https://app.example.com'],
      clock: { now: () => Date.now() + 60_000 },
      onFault: () => {},
    })

  test('taken while people sign in, opens every wallet that was there, with the key file only', async () => {
    const ask = createCaller(running.service.url)
    const join = async (index: number) => {
      const { body } = await signInByMail(ask, running.mail, `kept${index}@example.com`)
      const split = newSplit()
      await ask('/v1/wallet/create', { addresses: addressesOf(index), split }, body.access)
      return { email: `kept${index}@example.com`, deviceToken: body.deviceToken as string, split }
    }
    const kept = await Promise.all(Array.from({ length: people }, (_, index) => join(index)))
    const later = Promise.all(Array.from({ length: 4 }, (_, index) => join(people + index)))
    const database = await copy('restored')
    await later

    const restored = await restart(database, running.keyFile)
    try {
      const again = createCaller(restored.url)
      for (const { email, deviceToken, split } of kept) {
        const { body } = await signInByMail(again, running.mail, email, deviceToken)
        const answer = await again('/v1/wallet/share', { split: split.id }, body.access)
        expect(answer).toMatchObject({ status: 200, body: { share: split.share } })
      }
    } finally {
      await restored.stop()
    }
  })

  test('with another key file gives no share away', async () => {
    const ask = createCaller(running.service.url)
    const { body } = await signInByMail(ask, running.mail, 'other@example.com')
    const split = newSplit()
    await ask('/v1/wallet/create', { addresses: addressesOf(99), split }, body.access)
    const database = await copy('stolen')
    await mkdir(join(running.folder, 'other'), { recursive: true })
    const keys = join(running.folder, 'other', 'keys')
    await rm(keys, { force: true })
    await createKeyFile(keys)
    const thief = await restart(database, keys)
    try {
      const again = createCaller(thief.url)
      const login = await signInByMail(again, running.mail, 'other@example.com', body.deviceToken)
      const access = login.body.access ?? body.access
      const answer = await again('/v1/wallet/share', { split: split.id }, access)
      expect(answer.status).not.toBe(200)
      expect(JSON.stringify(answer.body)).not.toContain(split.share)
    } finally {
      await thief.stop()
    }
  })
})

test('a file that is there already is not written over', async () => {
  const running = await startService()
  try {
    const env = { ...process.env, LATCHKEY_DATABASE: join(running.folder, 'wallet.db') }
    const again = run(process.execPath, ['--import', 'tsx', 'src/cli.ts', 'backup', running.keyFile], {
      cwd: folder,
      env,
    })
    await expect(again).rejects.toMatchObject({ stderr: expect.stringContaining('could not be copied to') })
  } finally {
    await running.stop()
  }
})

// The service's command is killed at any moment of a load of logins and wallets, again and again on the same database. What it
// confirmed is there, nothing is there by half, and everybody gets in again and has what they had.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@latchkey/service-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../devstack/src/http/freePort.js'
import { type MailSink, startMail } from '../../../devstack/src/mail/index.js'
import { type Postgres, startPostgres } from '../../../devstack/src/postgres/index.js'
import { attackBounds } from '../../../kernel/test/attack.js'
import { expectWhole } from '../test/expectWhole.js'
import { createKillablePerson, isGone, type KillablePerson, type Place } from '../test/killablePerson.js'
import { appOrigin } from '../test/startService.js'
import { migrations } from './database/migrations.js'
import type { Schema } from './database/schema.js'
import { createKeyFile, startEmbeddedWallet } from './index.js'

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
/** Of passkeys, whose host must be a name. */
const publicOrigin = 'https://wallet.example.org'
/** People at the same time. */
const atOnce = 8
/** Answers of the service before the latest kill, and milliseconds after the last of them. */
const latest = { answers: 160, milliseconds: 12 }

let postgres: Postgres
let mail: MailSink
let folder: string
let keys: string
beforeAll(async () => {
  postgres = await startPostgres()
  mail = await startMail()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-kills-'))
  keys = join(folder, 'keys')
  await createKeyFile(keys)
})
afterAll(async () => {
  await mail?.stop()
  await postgres?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

async function startCommand(database: string): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const env = {
    ...process.env,
    LATCHKEY_PUBLIC_ORIGIN: publicOrigin,
    LATCHKEY_ALLOWED_ORIGINS: appOrigin,
    LATCHKEY_DATABASE: database,
    LATCHKEY_KEYS: keys,
    LATCHKEY_SMTP: mail.smtpUrl,
    LATCHKEY_MAIL_FROM: 'Wallet <wallet@example.org>',
    LATCHKEY_PORT: String(port),
    LATCHKEY_PROXIES: '1',
  }
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  const child = spawn(process.execPath, ['--import', 'tsx', cli], { cwd: root, env, stdio: [...stdio] })
  await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data')
  return { child, url: `http://127.0.0.1:${port}` }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Kill {
  readonly answers: number
  readonly milliseconds: number
}

/** Starts the command, has new people at it, and kills it. Returns how many of them were in the middle of something. */
async function killUnderLoad(database: string, people: KillablePerson[], at: Kill): Promise<number> {
  const { child, url } = await startCommand(database)
  const exited = once(child, 'exit')
  let [answers, interrupted, isKilled] = [0, 0, false]
  const kill = () => {
    isKilled = true
    child.kill('SIGKILL')
  }
  const onAnswer = () => {
    answers += 1
    if (answers === at.answers) setTimeout(kill, at.milliseconds)
  }
  const place: Place = { url, publicOrigin, mail, onAnswer }
  async function keepBusy(): Promise<void> {
    while (!isKilled) {
      const person = createKillablePerson(people.length)
      people.push(person)
      await person.live(place).catch((error: unknown) => {
        if (!isGone(error)) throw error
        interrupted += 1
      })
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, keepBusy))
  } finally {
    kill()
  }
  expect(await exited).toEqual([null, 'SIGKILL'])
  return interrupted
}

/** Expects everything of everybody from a service on the same database, a minute later. */
async function expectEverything(database: string, people: readonly KillablePerson[]): Promise<void> {
  const faults: unknown[] = []
  const service = await startEmbeddedWallet({
    ...{ publicOrigin, database, keys, allowedOrigins: [appOrigin], proxies: 1 },
    smtp: { url: mail.smtpUrl, from: 'Wallet <wallet@example.org>' },
    clock: { now: () => Date.now() + 60_000 },
    onFault: (error) => faults.push(error),
  })
  try {
    const place: Place = { url: service.address, publicOrigin, mail }
    const left = [...people]
    const checkNext = async () => {
      for (let person = left.pop(); person; person = left.pop()) await person.check(place)
    }
    await Promise.all(Array.from({ length: atOnce }, checkNext))
    expect(faults).toEqual([])
  } finally {
    await service.stop()
  }
}

async function expectWholeDatabase(target: string): Promise<void> {
  const opened = await openDatabase<Schema>({ target, migrations, what: 'embedded wallets' })
  try {
    await expectWhole(opened.writes)
  } finally {
    await opened.close()
  }
}

test.each(['the embedded database', 'PostgreSQL'])(
  'whatever was killed, nothing is lost or half there, on %s',
  async (kind) => {
    const database =
      kind === 'PostgreSQL' ? await postgres.createDatabase('killed') : join(folder, 'killed.db')
    const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 2 ** 31)
    const random = createRandom(seed)
    const people: KillablePerson[] = []
    const { numRuns } = attackBounds(4)
    const kills = Array.from({ length: numRuns }, () => ({
      answers: Math.ceil(random() * latest.answers),
      milliseconds: random() * latest.milliseconds,
    }))
    let interrupted = 0
    try {
      for (const kill of kills) {
        interrupted += await killUnderLoad(database, people, kill)
        await expectWholeDatabase(database)
      }
      await expectEverything(database, people)
    } catch (error) {
      throw new Error(`KILL_SEED=${seed}: killed at ${JSON.stringify(kills)}`, { cause: error })
    }
    expect(interrupted).toBeGreaterThanOrEqual(numRuns)
  },
  1_800_000,
)

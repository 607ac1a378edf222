// The database stops after every statement of every route that writes. What is there then is whole: no identity without its
// person or key, no address without its shares, nothing done without a note. And the person can do the same again.
import { randomBytes } from 'node:crypto'
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Schema } from './database/schema.js'
import { expectWhole } from '../test/expectWhole.js'
import { createSoftPasskey, type SoftPasskey } from '../test/softPasskey.js'
import {
  type Answer,
  appOrigin,
  codeIn,
  createCaller,
  linkIn,
  signInByMail,
  startService,
  type TestService,
} from '../test/startService.js'
import { randomToken } from './secrets.js'

/** How many statements are still let through; `undefined` for all of them. */
const fuse: { left: number | undefined; passed: number } = { left: undefined, passed: 0 }
let database: Kysely<Schema>

const stopping: KyselyPlugin = {
  transformQuery({ node }) {
    if (fuse.left === 0) throw new Error('the database has stopped')
    if (fuse.left !== undefined) fuse.left -= 1
    fuse.passed += 1
    return node
  },
  transformResult: async ({ result }) => result,
}

vi.mock('@latchkey/service-kit', async (load) => {
  const kit = await load<typeof import('@latchkey/service-kit')>()
  return {
    ...kit,
    async openDatabase(options: Parameters<typeof kit.openDatabase>[0]) {
      const opened = await kit.openDatabase<Schema>(options)
      database = opened.writes
      return {
        ...opened,
        reads: opened.reads.withPlugin(stopping),
        writes: opened.writes.withPlugin(stopping),
      }
    },
  }
})

const publicOrigin = 'https://wallet.example.org'
const plenty = { windowMilliseconds: 1_000, count: 100_000 }
let running: TestService
let ask: ReturnType<typeof createCaller>
beforeAll(async () => {
  const limits = { codesPerIp: plenty, triesPerIp: plenty, codesPerEmail: plenty, triesPerEmail: plenty }
  running = await startService({ publicOrigin, limits: { ...limits, sharesPerPerson: plenty } })
  ask = createCaller(running.service.address)
})
afterAll(async () => {
  await running.stop()
})

let people = 0
const newAddress = () => {
  people += 1
  return `person${people}@example.com`
}
const signedIn = async () =>
  (await signInByMail(ask, running.mail, newAddress())).body as Record<string, string>
const ceremony = (challenge: string) => ({
  challenge,
  origin: publicOrigin,
  topOrigin: appOrigin,
  rpId: 'wallet.example.org',
})
const newSplit = () => ({
  id: randomBytes(16).toString('hex'),
  share: randomBytes(32).toString('base64url'),
  recoveries: [{ kind: 'code', sealed: randomBytes(40).toString('base64url') }],
})
const addresses = {
  evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
}

/** One request, and what comes before it. `again`: what the person does where it failed; default the same from the start. */
type Prepare = () => Promise<{ run: () => Promise<Answer>; again?: () => Promise<Answer> }>

async function startedMail(address: string, access?: string) {
  const before = running.mail.mails(address).length
  running.pass(60_000)
  const path = access === undefined ? '/v1/login/email' : '/v1/email/change'
  const { body } = await ask(path, { email: address }, access)
  const { text } = await running.mail.next(address, before)
  return { login: body.login as string, code: codeIn(text), text }
}

async function newPasskey(path: string, passkey: SoftPasskey, access?: string) {
  const { body } = await ask(`${path}/start`, {}, access)
  const response = passkey.create(ceremony(body.options.challenge))
  return () => ask(`${path}/finish`, { login: body.login, response }, access)
}

async function passkeyLogin(passkey: SoftPasskey) {
  const { body } = await ask('/v1/login/passkey/start')
  const response = passkey.get(ceremony(body.options.challenge))
  return () => ask('/v1/login/passkey/finish', { login: body.login, response })
}

/** A request for a mail, which may be made again after its pause. */
function asking(path: string, address: string, access?: string): Awaited<ReturnType<Prepare>> {
  const run = () => {
    running.pass(60_000)
    return ask(path, { email: address }, access)
  }
  return { run, again: run }
}

const routes: Readonly<Record<string, Prepare>> = {
  async 'a code by mail'() {
    return asking('/v1/login/email', newAddress())
  },
  async 'a link by mail'() {
    const address = newAddress()
    await signInByMail(ask, running.mail, address)
    return asking('/v1/login/email', address)
  },
  async 'a code for another email address'() {
    const { access } = await signedIn()
    return asking('/v1/email/change', newAddress(), access)
  },
  async 'a first login by mail'() {
    const answer = await startedMail(newAddress())
    return { run: () => ask('/v1/login/code', { login: answer.login, code: answer.code }) }
  },
  async 'an approved device'() {
    const address = newAddress()
    await signInByMail(ask, running.mail, address)
    running.pass(60_000)
    const { text } = await startedMail(address)
    const own = createCaller(running.service.address, { headers: { origin: publicOrigin } })
    return { run: () => own('/v1/approval/approve', { token: linkIn(text) }) }
  },
  async 'a first login by passkey'() {
    return { run: await newPasskey('/v1/login/passkey/new', createSoftPasskey()) }
  },
  async 'a login by passkey'() {
    const passkey = createSoftPasskey()
    await (await newPasskey('/v1/login/passkey/new', passkey))()
    return { run: await passkeyLogin(passkey), again: async () => (await passkeyLogin(passkey))() }
  },
  async 'a further passkey'() {
    const { access } = await signedIn()
    const passkey = createSoftPasskey()
    const again = async () => (await newPasskey('/v1/passkey', passkey, access))()
    return { run: await newPasskey('/v1/passkey', passkey, access), again }
  },
  async 'a new email address'() {
    const { access } = await signedIn()
    const next = newAddress()
    const old = (await ask('/v1/session/read', {}, access)).body.email as string
    const change = async () => {
      const before = running.mail.mails(old).length
      running.pass(60_000)
      const first = await ask('/v1/email/change', { email: next }, access)
      const { text } = await running.mail.next(old, before)
      const count = running.mail.mails(next).length
      const second = await ask('/v1/email/primary', { login: first.body.login, code: codeIn(text) }, access)
      const mail = await running.mail.next(next, count)
      return () => ask('/v1/email/secondary', { login: second.body.login, code: codeIn(mail.text) }, access)
    }
    return { run: await change(), again: async () => (await change())() }
  },
  async 'a new wallet'() {
    const { access } = await signedIn()
    const split = newSplit()
    const run = () => ask('/v1/wallet/create', { addresses, split }, access)
    return { run, again: run }
  },
  async 'a further split'() {
    const { access } = await signedIn()
    await ask('/v1/wallet/create', { addresses, split: newSplit() }, access)
    const split = newSplit()
    const run = () => ask('/v1/wallet/split', split, access)
    return { run, again: run }
  },
  async 'a share'() {
    const { access } = await signedIn()
    const split = newSplit()
    await ask('/v1/wallet/create', { addresses, split }, access)
    const run = () => ask('/v1/wallet/share', { split: split.id }, access)
    return { run, again: run }
  },
  async 'a renewed session'() {
    const { refresh } = await signedIn()
    const next = randomToken()
    const run = () => ask('/v1/session/refresh', { refresh, next })
    return { run, again: run }
  },
  async 'an ended session'() {
    const { access } = await signedIn()
    const run = () => ask('/v1/session/end', {}, access)
    const again = async () =>
      (await ask('/v1/session/read', {}, access)).status === 401
        ? { status: 200, body: undefined, headers: new Headers() }
        : run()
    return { run, again }
  },
}

describe('after a stop at any statement', () => {
  test.each(Object.entries(routes))(
    '%s leaves nothing half done, and can be done again',
    async (_, prepare) => {
      let stops = 0
      for (;;) {
        const { run, again } = await prepare()
        fuse.left = stops
        const answer = await run()
        const isStopped = fuse.left === 0 && answer.status >= 500
        fuse.left = undefined
        await expectWhole(database)
        if (!isStopped) {
          expect(answer.status).toBeLessThan(300)
          break
        }
        const second = again ? await again() : await (await prepare()).run()
        expect(second.status, `after ${stops} statements`).toBeLessThan(300)
        await expectWhole(database)
        stops += 1
      }
      expect(stops).toBeGreaterThan(1)
    },
    120_000,
  )

  test('nobody registers a key under a credential that is somebody’s already', async () => {
    const { access } = await signedIn()
    const passkey = createSoftPasskey()
    await (await newPasskey('/v1/passkey', passkey, access))()
    // What an earlier version left behind where it was stopped.
    await database.deleteFrom('passkey').where('id', '=', passkey.id.toString('base64url')).execute()
    const stranger = createSoftPasskey(passkey.id)
    for (const path of ['/v1/login/passkey/new', '/v1/passkey']) {
      const own = path === '/v1/passkey' ? (await signedIn())['access'] : undefined
      expect(await (await newPasskey(path, stranger, own))()).toMatchObject({
        status: 401,
        body: { code: 'login_failed' },
      })
    }
  })
})

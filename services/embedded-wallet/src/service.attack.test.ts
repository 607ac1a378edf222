import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Postgres, startPostgres } from '../../../devstack/src/postgres/index.js'
import { type Redis, startRedis } from '../../../devstack/src/redis/index.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  appOrigin,
  codeIn,
  createCaller,
  signInByMail,
  startService,
  type TestService,
  wrong,
} from '../test/startService.js'

const rounds = (usual: number) => usual * Number(process.env['ATTACK_ROUNDS'] ?? '1')

let postgres: Postgres
let redis: Redis
// A thousand requests and more, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

beforeAll(async () => {
  postgres = await startPostgres()
  redis = await startRedis()
})
afterAll(async () => {
  await redis.stop()
  await postgres.stop()
})

const generous = { count: 1_000_000, windowMilliseconds: 3_600_000 }

describe('guessing codes', () => {
  test('1,000 times from many addresses reaches no more than 50 tries of one email address', async () => {
    // Each request comes from another network address, so that only what is counted for the email address holds.
    const running = await startService({ proxies: 1 })
    let tried = 0
    let refused = 0
    let address = 0
    const from = () => {
      address += 1
      return createCaller(running.service.url, {
        headers: { 'x-forwarded-for': `10.0.${address >> 8}.${address & 255}` },
      })
    }
    let login = ''
    for (let guess = 0; guess < 1000; guess += 1) {
      if (guess % 5 === 0) {
        running.pass(30_000)
        const started = await from()('/v1/login/email', { email: 'victim@example.com' })
        login = started.status === 200 ? started.body.login : login
      }
      const code = String(guess).padStart(6, '0')
      const { body, status } = await from()('/v1/login/code', { login: login || 'x'.repeat(43), code })
      if (body.code === 'code_wrong' || (body.code === 'too_many_tries' && status === 429)) tried += 1
      if (body.code === 'too_many_requests' || body.code === 'code_expired' || body.code === 'too_many_tries')
        refused += 1
      expect(status, 'a guess was right').not.toBe(200)
    }
    const audited = running.mail.mails('victim@example.com').length
    expect(audited).toBeLessThanOrEqual(10)
    expect(refused).toBeGreaterThanOrEqual(950)
    expect(tried).toBeGreaterThan(0)
    expect(running.faults).toEqual([])
    await running.stop()
  })

  test('of an address that many wallets want to change to counts for the address, not for each wallet', async () => {
    // A window of 30 years: none ends while this runs.
    const triesPerEmail = { count: 7, windowMilliseconds: 1e12 }
    const running = await startService({ limits: { triesPerEmail } })
    const ask = createCaller(running.service.url)
    const codes: string[] = []
    for (let wallet = 0; wallet < 4; wallet += 1) {
      const own = `thief${wallet}@example.com`
      const { access } = (await signInByMail(ask, running.mail, own)).body
      running.pass(30_000)
      const change = await ask('/v1/email/change', { email: 'victim@example.com' }, access)
      const primary = codeIn((await running.mail.next(own, 1)).text)
      const next = await ask('/v1/email/primary', { login: change.body.login, code: primary }, access)
      if (next.status !== 200) {
        codes.push(next.body.code)
        continue
      }
      const sent = running.mail.mails('victim@example.com').length
      const right = codeIn((await running.mail.next('victim@example.com', sent - 1)).text)
      for (let guess = 0; guess < 4; guess += 1) {
        const { body } = await ask(
          '/v1/email/secondary',
          { login: next.body.login, code: wrong(right) },
          access,
        )
        codes.push(body.code)
      }
    }
    const refused = (count: number) => Array.from({ length: count }, () => 'too_many_requests')
    expect(codes).toEqual([...Array.from({ length: 7 }, () => 'code_wrong'), ...refused(3)])
    await running.stop()
  })

  test('for somebody locks out nobody on a device that they approved before', async () => {
    const running = await startService({ proxies: 1 })
    const ask = createCaller(running.service.url)
    const owner = await signInByMail(ask, running.mail, 'owner@example.com')
    for (let round = 0; round < 12; round += 1) {
      running.pass(30_000)
      const evil = createCaller(running.service.url, { headers: { 'x-forwarded-for': `10.9.0.${round}` } })
      await evil('/v1/login/email', { email: 'owner@example.com' })
    }
    expect(
      await ask('/v1/login/email', { email: 'owner@example.com', deviceToken: owner.body.deviceToken }),
    ).toMatchObject({
      status: 200,
      body: { action: 'VERIFY_OTP' },
    })
    await running.stop()
  })

  test('from one address under many forged ones is counted as one address', async () => {
    const running = await startService({
      limits: { codesPerIp: { count: 5, windowMilliseconds: 3_600_000 } },
    })
    const statuses: number[] = []
    for (let index = 0; index < 8; index += 1) {
      const ask = createCaller(running.service.url, { headers: { 'x-forwarded-for': `10.0.0.${index}` } })
      statuses.push((await ask('/v1/login/email', { email: `many${index}@example.com` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    await running.stop()
  })

  test('from the many addresses of one IPv6 connection is counted as one', async () => {
    const running = await startService({
      proxies: 1,
      limits: { codesPerIp: { count: 5, windowMilliseconds: 1e12 } },
    })
    const statuses: number[] = []
    for (let index = 0; index < 8; index += 1) {
      const from = `2001:db8:1:2:${index}::${index}`
      const ask = createCaller(running.service.url, { headers: { 'x-forwarded-for': from } })
      statuses.push((await ask('/v1/login/email', { email: `six${index}@example.com` })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
    await running.stop()
  })
})

describe.each(['PostgreSQL', 'Redis'] as const)('two instances that share %s', (what) => {
  test('count together, and lose no login', async () => {
    const database = await postgres.createDatabase(`two_${what.toLowerCase()}`)
    const limits = { codesPerIp: generous, triesPerIp: generous, requestsPerIp: generous }
    const first = await startService({ database, limits, ...(what === 'Redis' ? { redis: redis.url } : {}) })
    const second = await startService({
      database,
      limits,
      keys: first.keyFile,
      smtp: { url: first.mail.smtpUrl, from: 'wallet@example.org' },
      ...(what === 'Redis' ? { redis: redis.url } : {}),
    })
    const asks = [createCaller(first.service.url), createCaller(second.service.url)] as const
    const email = `two-${what.toLowerCase()}@example.com`
    const started = await Promise.all(asks.map((ask) => ask('/v1/login/email', { email })))
    expect(started.map(({ status }) => status).sort()).toEqual([200, 429])

    const login = started.find(({ status }) => status === 200)?.body.login
    const code = codeIn((await first.mail.next(email)).text)
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        asks[index % 2 === 0 ? 0 : 1]('/v1/login/code', { login, code: wrong(code) }),
      ),
    )
    expect(guesses.filter(({ body }) => body.code === 'code_wrong')).toHaveLength(4)
    expect(guesses.every(({ status }) => status === 400 || status === 429)).toBe(true)

    const people = Array.from({ length: 10 }, (_, index) => `lost-${what.toLowerCase()}-${index}@example.com`)
    const answers = await Promise.all(
      people.map(async (address, index) => {
        const { body } = await asks[index % 2 === 0 ? 0 : 1]('/v1/login/email', { email: address })
        const { text } = await first.mail.next(address)
        // Begun at one instance, finished at the other.
        return asks[index % 2 === 0 ? 1 : 0]('/v1/login/code', { login: body.login, code: codeIn(text) })
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect([...first.faults, ...second.faults]).toEqual([])
    await second.stop()
    await first.stop()
  })
})

test('instances on one Redis count together whatever their clocks say', async () => {
  const database = await postgres.createDatabase('two_clocks')
  const hour = 3_600_000
  const limits = { codesPerIp: { count: 5, windowMilliseconds: hour } }
  const shared = { database, limits, redis: redis.url, proxies: 1 }
  const first = await startService(shared)
  const skewed = [-5 * hour, 30 * 24 * hour].map((offset) =>
    startService({
      ...shared,
      keys: first.keyFile,
      smtp: { url: first.mail.smtpUrl, from: 'wallet@example.org' },
      clock: { now: () => Date.now() + offset },
    }),
  )
  const running = [first, ...(await Promise.all(skewed))]
  // The test's own address was counted by the tests before.
  const from = { 'x-forwarded-for': '10.77.0.1' }
  const statuses: number[] = []
  for (let index = 0; index < 9; index += 1) {
    const { url } = running[index % running.length]!.service
    const ask = createCaller(url, { headers: from })
    statuses.push((await ask('/v1/login/email', { email: `clock${index}@example.com` })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429])
  // A mail to one address is held back at each of them, for no longer than the pause.
  for (const { service } of running) {
    const ask = createCaller(service.url, { headers: { 'x-forwarded-for': '10.77.0.2' } })
    const { status, body } = await ask('/v1/login/email', { email: 'clock0@example.com' })
    expect(status).toBe(429)
    expect(body.retryAfter).toBeLessThanOrEqual(30)
  }
  expect(running.flatMap(({ faults }) => faults)).toEqual([])
  for (const one of running.reverse()) await one.stop()
})

describe('what is sent', () => {
  let running: TestService
  let ask: ReturnType<typeof createCaller>
  beforeAll(async () => {
    running = await startService({
      limits: { codesPerIp: generous, triesPerIp: generous, requestsPerIp: generous },
    })
    ask = createCaller(running.service.url)
  })
  afterAll(() => running.stop())

  test.each([
    'a@example.com\r\nBcc: evil@example.com',
    'a@example.com\nSubject: x',
    'a@example.com, evil@example.com',
    '<a@example.com>',
    'a@example.com\u0000',
    "a'; drop table person; --@example.com",
    `${'a'.repeat(300)}@example.com`,
    'a@example.com\u2028b',
  ])('as an address, %j sends no mail', async (email) => {
    const before = running.mail.mails().length
    expect(await ask('/v1/login/email', { email })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
    expect(running.mail.mails().length).toBe(before)
  })

  test('cannot add a header to a mail, or words of its own', async () => {
    const evil = createCaller(running.service.url, {
      headers: { 'user-agent': 'Chrome/1 Windows Visit https://evil.example' },
    })
    await evil('/v1/login/email', { email: 'header@example.com' })
    const mail = await running.mail.next('header@example.com')
    expect(mail.recipients).toEqual(['header@example.com'])
    expect(mail.text).toContain('Chrome on Windows')
    expect(mail.text).not.toContain('evil.example')
    expect(mail.headers.some((line) => /bcc|^cc/i.test(line))).toBe(false)
  })

  test('as anything at all is refused, and breaks nothing', async () => {
    const { body } = await signInByMail(ask, running.mail, 'fuzz@example.com')
    const own = createCaller(running.service.url, { headers: { origin: running.service.url } })
    const paths = [
      '/v1/login/email',
      '/v1/login/device',
      '/v1/login/code',
      '/v1/login/social/start',
      '/v1/login/social/finish',
      '/v1/login/token',
      '/v1/session/refresh',
      '/v1/email/change',
      '/v1/email/primary',
      '/v1/email/secondary',
      '/v1/wallet/create',
      '/v1/wallet/split',
      '/v1/wallet/share',
      '/v1/approval/read',
    ]
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "' or 1=1 --",
        '"; drop table session; --',
        '$1',
        '%',
        '__proto__',
        '\u0000',
        'x'.repeat(5000),
      ),
    )
    const value = fc.oneof(text, fc.integer(), fc.constant(null), fc.array(text), fc.object())
    const bodyOf = fc.oneof(
      fc.record(
        {
          email: value,
          login: value,
          code: value,
          token: value,
          split: value,
          share: value,
          id: value,
          refresh: value,
          next: value,
        },
        { requiredKeys: [] },
      ),
      value,
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), bodyOf, async (path, sent) => {
        const { status } = await own(path, JSON.stringify(sent), body.access)
        expect([400, 401, 404, 429]).toContain(status)
      }),
      { numRuns: rounds(300) },
    )
    expect(await ask('/v1/session/read', {}, body.access)).toMatchObject({ status: 200 })
    expect(running.faults).toEqual([])
  })

  test('without JSON, with too much of it, or with another verb is refused', async () => {
    const { address } = running.service
    const headers = { 'latchkey-app-origin': appOrigin }
    const form = await fetch(`${address}/v1/login/email`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ email: 'a@example.com' }),
    })
    expect(form.status).toBe(400)
    expect(await ask('/v1/login/email', `{"email":"${'x'.repeat(70_000)}"}`)).toMatchObject({ status: 400 })
    expect(await ask('/v1/login/email', '{')).toMatchObject({ status: 400 })
    expect((await fetch(`${address}/v1/login/email?email=a@example.com`, { headers })).status).toBe(404)
  })

  test('for an app that is not allowed is refused', async () => {
    for (const origin of [
      'https://evil.example',
      'https://app.example.com.evil.example',
      'https://xother.example',
      'http://app.example.com',
    ]) {
      const evil = createCaller(running.service.url, { origin })
      expect(await evil('/v1/login/email', { email: 'a@example.com' })).toMatchObject({
        status: 403,
        body: { code: 'unverified_domain' },
      })
    }
  })
})

describe('the frame’s page', () => {
  test('may be framed by the app that it names, when that app is allowed, and runs no inline code', async () => {
    const running = await startService()
    const open = (origin: string) =>
      fetch(`${running.service.url}/frame?origin=${encodeURIComponent(origin)}`)
    const allowed = await open(appOrigin)
    const policy = allowed.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`frame-ancestors ${appOrigin}`)
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    const page = await allowed.text()
    expect(page).toContain('/assets/frame.js')
    const refused = await open('https://evil.example')
    expect(refused.headers.get('content-security-policy')).toContain('frame-ancestors https://evil.example')
    expect(await refused.text()).not.toContain('/assets/frame.js')
    for (const origin of [
      '*',
      "https://a.example; script-src 'unsafe-inline'",
      'https://a.example">',
      'null',
      'https://a.example/path',
    ]) {
      expect((await open(origin)).status, origin).toBe(400)
    }
    const approve = await fetch(`${running.service.url}/approve-device`)
    expect(approve.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    await running.stop()
  })
})

describe('kill -9', () => {
  /** The service as a process of its own, as its command starts it. */
  async function spawnService(running: TestService, port: number) {
    const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', cli], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: {
        ...process.env,
        LATCHKEY_PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
        LATCHKEY_ALLOWED_ORIGINS: appOrigin,
        LATCHKEY_DATABASE: join(running.folder, 'killed.db'),
        LATCHKEY_KEYS: running.keyFile,
        LATCHKEY_SMTP: running.mail.smtpUrl,
        LATCHKEY_MAIL_FROM: 'Wallet <wallet@example.org>',
        LATCHKEY_PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('listening') && resolve())
      child.once('exit', (code) => reject(new Error(`The service ended with ${code}.`)))
    })
    return {
      url: `http://127.0.0.1:${port}`,
      kill: () =>
        new Promise<void>((resolve) => {
          child.removeAllListeners('exit')
          child.once('exit', () => resolve())
          child.kill('SIGKILL')
        }),
    }
  }

  test('at any point loses no wallet that an answer told of', async () => {
    const running = await startService()
    const addresses = { evm: `0x${'1'.repeat(40)}`, solana: '1'.repeat(32) }
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    let access = ''
    const known: { id: string; share: string }[] = []
    // A session may read so many shares an hour: the newest are read, and of the others it is told that they are there.
    const newest = () => known.slice(-10)
    for (let round = 0; round < Math.min(rounds(3), 12); round += 1) {
      const process = await spawnService(running, port)
      const ask = createCaller(process.url)
      if (access === '') access = (await signInByMail(ask, running.mail, 'kill@example.com')).body.access
      for (const { id, share } of newest()) {
        expect(await ask('/v1/wallet/share', { split: id }, access)).toMatchObject({ body: { share } })
      }
      const splits = Array.from({ length: 40 }, () => ({
        id: randomBytes(16).toString('hex'),
        share: randomBytes(17).toString('base64url'),
        recoveries: [{ kind: 'code', sealed: 'sealed' }],
      }))
      const work = splits.map(async (split, index) => {
        const path =
          known.length === 0 && round === 0 && index === 0 ? '/v1/wallet/create' : '/v1/wallet/split'
        const body = path.endsWith('create') ? { addresses, split } : split
        const answer = await ask(path, body, access).catch(() => undefined)
        if (answer?.status === 200) known.push(split)
      })
      await Promise.race([
        Promise.all(work),
        new Promise((resolve) => setTimeout(resolve, 5 + Math.random() * 60)),
      ])
      await process.kill()
      await Promise.all(work)
    }
    const last = await spawnService(running, port)
    const ask = createCaller(last.url)
    for (const { id, share } of newest()) {
      expect(await ask('/v1/wallet/share', { split: id }, access)).toMatchObject({ body: { share } })
    }
    const { body } = await ask('/v1/wallet/read', {}, access)
    expect(body.splits.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(known.map(({ id }) => id)),
    )
    // Each split that is there has its way back: nothing is stored by halves.
    expect(new Set(body.recoveries.map(({ split }: { split: string }) => split))).toEqual(
      new Set(body.splits.map(({ id }: { id: string }) => id)),
    )
    await last.kill()
    await running.stop()
  })
})

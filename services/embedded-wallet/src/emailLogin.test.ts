import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { startMail } from '../../../devstack/src/mail/index.js'
import { type Postgres, startPostgres } from '../../../devstack/src/postgres/index.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  appOrigin,
  codeIn,
  createCaller,
  linkIn,
  signInByMail,
  startService,
  type TestService,
  wrong,
} from '../test/startService.js'

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

describe.each(['embedded', 'postgres'] as const)('login by email on the %s database', (kind) => {
  let running: TestService
  let ask: ReturnType<typeof createCaller>
  beforeAll(async () => {
    running = await startService(
      kind === 'postgres' ? { database: await postgres.createDatabase('login') } : {},
    )
    ask = createCaller(running.service.url)
  })
  afterAll(async () => {
    expect(running.faults).toEqual([])
    await running.stop()
  })

  test('sends a code of six digits that signs in once', async () => {
    const started = await ask('/v1/login/email', { email: 'First@Example.com' })
    expect(started).toMatchObject({
      status: 200,
      body: { action: 'VERIFY_OTP', login: expect.stringMatching(/^[\w-]{43}$/) },
    })
    const mail = await running.mail.next('first@example.com')
    expect(mail.text).toContain(appOrigin)
    const answer = { login: started.body.login, code: codeIn(mail.text) }
    const first = await ask('/v1/login/code', answer)
    expect(first).toMatchObject({
      status: 200,
      body: { person: { email: 'first@example.com' }, deviceToken: expect.any(String) },
    })
    expect(await ask('/v1/login/code', answer)).toMatchObject({ status: 400, body: { code: 'code_expired' } })
  })

  test('knows the address the next time, and needs no approval on a device it knows', async () => {
    const first = await signInByMail(ask, running.mail, 'second@example.com')
    running.pass(30_000)
    const again = await signInByMail(ask, running.mail, 'SECOND@example.com', first.body.deviceToken)
    expect(again.status).toBe(200)
    expect(again.body.person.id).toBe(first.body.person.id)
    expect(again.body.deviceToken).toBeUndefined()
  })

  test('asks for approval by mail on a new device of a known address', async () => {
    await signInByMail(ask, running.mail, 'third@example.com')
    running.pass(30_000)
    const started = await ask('/v1/login/email', { email: 'third@example.com' })
    expect(started.body.action).toBe('VERIFY_DEVICE')
    const { text } = await running.mail.next('third@example.com', 1)
    expect(text).not.toMatch(/\d{6}/)
    const { login } = started.body
    expect(await ask('/v1/login/device', { login })).toMatchObject({ body: { isApproved: false } })
    expect(await ask('/v1/login/code', { login, code: '123456' })).toMatchObject({
      body: { code: 'code_expired' },
    })

    const own = createCaller(running.service.url, { headers: { origin: running.service.url } })
    const token = linkIn(text)
    expect(await own('/v1/approval/read', { token })).toMatchObject({
      status: 200,
      body: { origin: appOrigin },
    })
    expect(await ask('/v1/login/device', { login })).toMatchObject({ body: { isApproved: false } })
    expect(await own('/v1/approval/approve', { token })).toMatchObject({ status: 200 })
    expect(await own('/v1/approval/approve', { token })).toMatchObject({ status: 404 })
    expect(await ask('/v1/login/device', { login })).toMatchObject({ body: { isApproved: true } })
    const code = codeIn((await running.mail.next('third@example.com', 2)).text)
    expect(await ask('/v1/login/code', { login, code })).toMatchObject({ status: 200 })
  })

  test('approves nothing from another site’s page', async () => {
    const evil = createCaller(running.service.url, { headers: { origin: 'https://evil.example' } })
    expect(await evil('/v1/approval/approve', { token: 'a'.repeat(43) })).toMatchObject({ status: 403 })
    expect(await ask('/v1/approval/approve', { token: 'a'.repeat(43) })).toMatchObject({ status: 403 })
  })

  test('gives a code five tries', async () => {
    const { body } = await ask('/v1/login/email', { email: 'fourth@example.com' })
    const code = codeIn((await running.mail.next('fourth@example.com')).text)
    for (let tries = 1; tries <= 4; tries += 1) {
      expect(await ask('/v1/login/code', { login: body.login, code: wrong(code) })).toMatchObject({
        body: { code: 'code_wrong' },
      })
    }
    expect(await ask('/v1/login/code', { login: body.login, code: wrong(code) })).toMatchObject({
      body: { code: 'too_many_tries' },
    })
    expect(await ask('/v1/login/code', { login: body.login, code })).toMatchObject({
      body: { code: 'too_many_tries' },
    })
  })

  test('keeps a code for 20 minutes, to the millisecond', async () => {
    const start = async (email: string) => {
      const { body } = await ask('/v1/login/email', { email })
      return { login: body.login, code: codeIn((await running.mail.next(email)).text) }
    }
    const [intime, late] = [await start('intime@example.com'), await start('late@example.com')]
    running.pass(20 * 60_000 - 1)
    expect(await ask('/v1/login/code', intime)).toMatchObject({ status: 200 })
    running.pass(1)
    expect(await ask('/v1/login/code', late)).toMatchObject({ status: 400, body: { code: 'code_expired' } })
  })

  test('sends the next mail after 30 s, says how long that is, and ends the code before', async () => {
    const email = 'fifth@example.com'
    const first = await ask('/v1/login/email', { email })
    running.pass(10_001)
    const early = await ask('/v1/login/email', { email })
    expect(early).toMatchObject({
      status: 429,
      body: { code: 'email_throttled', message: 'Please try again after 20 seconds', retryAfter: 20 },
    })
    expect(early.headers.get('retry-after')).toBe('20')
    running.pass(19_999)
    const second = await ask('/v1/login/email', { email })
    expect(second.status).toBe(200)
    const [old, fresh] = [await running.mail.next(email), await running.mail.next(email, 1)]
    expect(await ask('/v1/login/code', { login: first.body.login, code: codeIn(old.text) })).toMatchObject({
      body: { code: 'code_expired' },
    })
    expect(await ask('/v1/login/code', { login: second.body.login, code: codeIn(fresh.text) })).toMatchObject(
      { status: 200 },
    )
  })

  test('lets only the browser and the app that asked use the code', async () => {
    const email = 'sixth@example.com'
    const { body } = await ask('/v1/login/email', { email })
    const code = codeIn((await running.mail.next(email)).text)
    expect(await ask('/v1/login/code', { login: 'x'.repeat(43), code })).toMatchObject({
      body: { code: 'code_expired' },
    })
    const other = createCaller(running.service.url, { origin: 'https://shop.other.example' })
    expect(await other('/v1/login/code', { login: body.login, code })).toMatchObject({
      body: { code: 'code_expired' },
    })
    expect(await ask('/v1/login/code', { login: body.login, code })).toMatchObject({ status: 200 })
  })

  test('takes one of many right codes that come at the same time', async () => {
    const email = 'race@example.com'
    const { body } = await ask('/v1/login/email', { email })
    const code = codeIn((await running.mail.next(email)).text)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask('/v1/login/code', { login: body.login, code })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('changes the address after a code to the old and one to the new, and ends other sessions', async () => {
    const first = await signInByMail(ask, running.mail, 'old@example.com')
    running.pass(30_000)
    const second = await signInByMail(ask, running.mail, 'old@example.com', first.body.deviceToken)
    running.pass(30_000)
    const { access } = second.body
    const change = await ask('/v1/email/change', { email: 'New@Example.com' }, access)
    expect(change.body.action).toBe('VERIFY_PRIMARY_OTP')
    const primary = codeIn((await running.mail.next('old@example.com', 2)).text)
    const next = await ask('/v1/email/primary', { login: change.body.login, code: primary }, access)
    const secondary = codeIn((await running.mail.next('new@example.com')).text)
    const done = await ask('/v1/email/secondary', { login: next.body.login, code: secondary }, access)
    expect(done).toMatchObject({ status: 200, body: { email: 'new@example.com' } })
    expect((await running.mail.next('old@example.com', 3)).subject).toContain('new email address')
    expect(await ask('/v1/session/read', {}, access)).toMatchObject({ body: { email: 'new@example.com' } })
    expect(await ask('/v1/session/read', {}, first.body.access)).toMatchObject({ status: 401 })
  })

  test('keeps the code of the old address while the mail to the new one has to wait', async () => {
    const { access } = (await signInByMail(ask, running.mail, 'patient@example.com')).body
    running.pass(30_000)
    const change = await ask('/v1/email/change', { email: 'busy@example.com' }, access)
    const code = codeIn((await running.mail.next('patient@example.com', 1)).text)
    running.pass(20_000)
    // Anyone may ask for a mail to it.
    await ask('/v1/login/email', { email: 'busy@example.com' })
    const answer = { login: change.body.login, code }
    expect(await ask('/v1/email/primary', answer, access)).toMatchObject({
      status: 429,
      body: { code: 'email_throttled', retryAfter: 30 },
    })
    running.pass(30_000)
    const next = await ask('/v1/email/primary', answer, access)
    expect(next.status).toBe(200)
    expect(await ask('/v1/email/primary', answer, access)).toMatchObject({ body: { code: 'code_expired' } })
    const secondary = codeIn((await running.mail.next('busy@example.com', 1)).text)
    expect(
      await ask('/v1/email/secondary', { login: next.body.login, code: secondary }, access),
    ).toMatchObject({ status: 200, body: { email: 'busy@example.com' } })
  })

  test('says that an address is one’s own already, and sends no mail for it', async () => {
    const { access } = (await signInByMail(ask, running.mail, 'own@example.com')).body
    running.pass(30_000)
    expect(await ask('/v1/email/change', { email: 'OWN@example.com' }, access)).toMatchObject({
      status: 409,
      body: { code: 'email_unchanged' },
    })
    expect(running.mail.mails('own@example.com')).toHaveLength(1)
  })

  test('does not give an address to two people', async () => {
    await signInByMail(ask, running.mail, 'taken@example.com')
    const other = await signInByMail(ask, running.mail, 'taker@example.com')
    running.pass(30_000)
    const { access } = other.body
    const change = await ask('/v1/email/change', { email: 'taken@example.com' }, access)
    const primary = codeIn((await running.mail.next('taker@example.com', 1)).text)
    const next = await ask('/v1/email/primary', { login: change.body.login, code: primary }, access)
    const secondary = codeIn((await running.mail.next('taken@example.com', 1)).text)
    expect(
      await ask('/v1/email/secondary', { login: next.body.login, code: secondary }, access),
    ).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    expect(await ask('/v1/session/read', {}, access)).toMatchObject({ body: { email: 'taker@example.com' } })
  })
})

test('a mail server that is down is said, and nothing of it', async () => {
  const running = await startService({ smtp: { url: 'smtp://127.0.0.1:1', from: 'wallet@example.org' } })
  const answer = await createCaller(running.service.url)('/v1/login/email', { email: 'a@example.com' })
  expect(answer).toMatchObject({
    status: 503,
    body: { code: 'service_unavailable', message: expect.not.stringMatching(/127|ECONN/) },
  })
  await running.stop()
})

/** A mail server that can be told to be too busy, between the service and the one that keeps the mails. */
async function startBusyMail() {
  const mail = await startMail()
  const sockets = new Set<Socket>()
  let isBusy = false
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    if (isBusy) {
      socket.end('421 Too busy, try again later\r\n')
      return
    }
    const onward = connect(Number(new URL(mail.smtpUrl).port), '127.0.0.1')
    onward.on('error', () => socket.destroy())
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('close', () => sockets.delete(one))
    }
    socket.pipe(onward).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    mail,
    smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    beBusy(next: boolean) {
      isBusy = next
      if (isBusy) cut()
    },
    async stop() {
      cut()
      await new Promise((resolve) => server.close(resolve))
      await mail.stop()
    },
  }
}

test('keeps the code of the old address while the mail to the new one can’t be sent', async () => {
  const { mail, smtpUrl, beBusy, stop } = await startBusyMail()
  const running = await startService({ smtp: { url: smtpUrl, from: 'wallet@example.org' } })
  const ask = createCaller(running.service.url)
  const { access } = (await signInByMail(ask, mail, 'first@example.com')).body
  running.pass(30_000)
  const change = await ask('/v1/email/change', { email: 'second@example.com' }, access)
  const answer = { login: change.body.login, code: codeIn((await mail.next('first@example.com', 1)).text) }
  beBusy(true)
  expect(await ask('/v1/email/primary', answer, access)).toMatchObject({
    status: 503,
    body: { code: 'service_unavailable', message: expect.not.stringContaining('421') },
  })
  beBusy(false)
  running.pass(30_000)
  const next = await ask('/v1/email/primary', answer, access)
  expect(next.status).toBe(200)
  expect(await ask('/v1/email/primary', answer, access)).toMatchObject({ body: { code: 'code_expired' } })
  const code = codeIn((await mail.next('second@example.com')).text)
  expect(await ask('/v1/email/secondary', { login: next.body.login, code }, access)).toMatchObject({
    status: 200,
    body: { email: 'second@example.com' },
  })
  await running.stop()
  await stop()
})

// Answers of the service that come after the app has given the request up.
import { expect, test } from 'vitest'
import { appOrigin } from '../../test/startService.js'
import { createLogins } from './createLogins.js'
import { createSession, signedIn } from './createSession.js'
import { createFrameStorage, openStorage } from './frameStorage.js'
import type { Ask } from './serviceClient.js'

interface Asked {
  readonly path: string
  readonly body: object
  answer(value: unknown): void
}

const openMemory = () =>
  openStorage(() => {
    throw new Error('Nothing is kept here.')
  })

/** The logins of a frame, over a service that answers when it's told to. */
function open(memory = openMemory()) {
  const asked: Asked[] = []
  const ask: Ask = (path, body) =>
    new Promise((resolve) => asked.push({ path, body, answer: resolve as (value: unknown) => void }))
  const storage = createFrameStorage(memory, appOrigin)
  const session = createSession(ask, storage, () => undefined)
  const logIn = () => ask('/v1/login/passkey/finish', {}, signedIn)
  const logins = createLogins({ ask, session, storage }, { logIn })
  return { asked, logins, session, storage }
}

test('the code is checked for the address that was asked for last, whichever answer comes last', async () => {
  const { asked, logins } = open()
  const givenUp = new AbortController()
  const first = Promise.resolve(
    logins.connectEmail?.({ email: 'first@example.com' }, { signal: givenUp.signal }),
  )
  const refused = expect(first).rejects.toMatchObject({ code: 'aborted' })
  givenUp.abort()
  const { signal } = new AbortController()
  const second = logins.connectEmail?.({ email: 'second@example.com' }, { signal })
  asked[1]?.answer({ login: 'second', action: 'VERIFY_OTP' })
  await second
  asked[0]?.answer({ login: 'first', action: 'VERIFY_OTP' })
  await refused
  void logins.connectOtp?.({ otp: '123456' }, { signal })
  expect(asked[2]).toMatchObject({ path: '/v1/login/code', body: { login: 'second', code: '123456' } })
})

const signedInAs = (id: string) => ({
  access: 'access',
  refresh: 'refresh',
  person: { id, email: `${id}@example.com`, userName: null },
})

test.each(['before', 'after'])(
  'a code is not taken when another mail was asked for meanwhile, and that one comes %s its answer',
  async (when) => {
    const { asked, logins, session } = open()
    const { signal } = new AbortController()
    const first = logins.connectEmail?.({ email: 'first@example.com' }, { signal })
    asked[0]?.answer({ login: 'first', action: 'VERIFY_OTP' })
    await first
    const code = expect(logins.connectOtp?.({ otp: '111111' }, { signal })).rejects.toMatchObject({
      code: 'aborted',
    })
    const second = logins.connectEmail?.({ email: 'second@example.com' }, { signal })
    const sent = { login: 'second', action: 'VERIFY_OTP' }
    if (when === 'before') asked[2]?.answer(sent)
    asked[1]?.answer(signedInAs('first'))
    await code
    asked[2]?.answer(sent)
    await second
    expect(session.person()).toBeUndefined()

    const entered = logins.connectOtp?.({ otp: '222222' }, { signal })
    expect(asked[3]).toMatchObject({ path: '/v1/login/code', body: { login: 'second', code: '222222' } })
    asked[3]?.answer(signedInAs('second'))
    await entered
    expect(session.person()).toBe('second')
  },
)

test('a code signs nobody in once the app has given the request up', async () => {
  const { asked, logins, session } = open()
  const givenUp = new AbortController()
  const mail = logins.connectEmail?.({ email: 'first@example.com' }, { signal: givenUp.signal })
  asked[0]?.answer({ login: 'first', action: 'VERIFY_OTP' })
  await mail
  const code = expect(
    logins.connectOtp?.({ otp: '111111' }, { signal: givenUp.signal }),
  ).rejects.toMatchObject({ code: 'aborted' })
  givenUp.abort()
  asked[1]?.answer(signedInAs('first'))
  await code
  expect(session.person()).toBeUndefined()
})

test('a login of a provider that the app has given up does not take the place of a newer one', async () => {
  const { asked, logins, storage } = open()
  const givenUp = new AbortController()
  const start = (signal: AbortSignal) =>
    Promise.resolve(logins.getSocialRedirectUri?.({ provider: 'google' }, { signal }))
  const refused = expect(start(givenUp.signal)).rejects.toMatchObject({ code: 'aborted' })
  givenUp.abort()
  const newer = start(new AbortController().signal)
  asked[1]?.answer({ login: 'newer', uri: 'https://provider.example?state=b' })
  await newer
  asked[0]?.answer({ login: 'older', uri: 'https://provider.example?state=a' })
  await refused
  expect([storage.readSocialLogin('a'), storage.readSocialLogin('b')]).toEqual([undefined, 'newer'])
})

const backAt = (state: string) => ({ uri: `https://wallet.example/social-callback?code=1&state=${state}` })

test('logins of two tabs at providers are each finished with their own secret', async () => {
  const memory = openMemory()
  const [first, second] = [open(memory), open(memory)]
  const { signal } = new AbortController()
  for (const [tab, state] of [
    [first, 'a'],
    [second, 'b'],
  ] as const) {
    const begun = tab.logins.getSocialRedirectUri?.({ provider: 'google' }, { signal })
    tab.asked[0]?.answer({ login: `secret ${state}`, uri: `https://provider.example/?state=${state}` })
    await begun
  }
  void first.logins.connectSocial?.(backAt('a'), { signal })
  void second.logins.connectSocial?.(backAt('b'), { signal })
  expect([first.asked[1]?.body, second.asked[1]?.body]).toEqual([
    { login: 'secret a', ...backAt('a') },
    { login: 'secret b', ...backAt('b') },
  ])
  await expect(first.logins.connectSocial?.(backAt('a'), { signal })).rejects.toMatchObject({
    code: 'login_failed',
  })
})

test('a browser keeps the secrets of the last ten logins at providers', () => {
  const { storage } = open()
  for (let count = 0; count < 12; count += 1) {
    storage.writeSocialLogin({ state: String(count), login: `secret ${count}` })
  }
  const kept = Array.from({ length: 12 }, (_, count) => storage.readSocialLogin(String(count)) !== undefined)
  expect(kept).toEqual([false, false, ...Array.from({ length: 10 }, () => true)])
})

test.each(['connectSocial', 'connectToken', 'connectPasskey'] as const)(
  '%s signs nobody in once the app has given the request up',
  async (type) => {
    const { asked, logins, session, storage } = open()
    const givenUp = new AbortController()
    storage.writeSocialLogin({ state: 'a', login: 'secret' })
    const payload = { ...backAt('a'), token: 'a.b.c' }
    const login = (logins[type] as (given: unknown, context: object) => Promise<unknown>)(payload, {
      signal: givenUp.signal,
    })
    const refused = expect(login).rejects.toMatchObject({ code: 'aborted' })
    givenUp.abort()
    asked[0]?.answer(signedInAs('person'))
    await refused
    expect(session.person()).toBeUndefined()
  },
)

test('the code of a change of address does not take the place of a newer change', async () => {
  const { asked, logins, session } = open()
  const { signal } = new AbortController()
  session.start(signedInAs('person'))
  async function change(login: string) {
    const begun = logins.updateEmail?.({ email: `${login}@example.com` }, { signal })
    await expect.poll(() => asked.at(-1)?.path).toBe('/v1/email/change')
    asked.at(-1)?.answer({ login, action: 'VERIFY_PRIMARY_OTP' })
    await begun
  }
  await change('first')
  const code = expect(logins.updateEmailPrimaryOtp?.({ otp: '111111' }, { signal })).rejects.toMatchObject({
    code: 'aborted',
  })
  await expect.poll(() => asked.at(-1)?.path).toBe('/v1/email/primary')
  const late = asked.at(-1)
  await change('second')
  late?.answer({ login: 'first, confirmed' })
  await code
  void logins.updateEmailPrimaryOtp?.({ otp: '222222' }, { signal })
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ login: 'second', code: '222222' })
})

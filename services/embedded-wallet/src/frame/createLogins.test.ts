// Answers of the service that come after the app has given the request up.
import { expect, test } from 'vitest'
import { appOrigin } from '../../test/startService.js'
import { createLogins } from './createLogins.js'
import { createSession } from './createSession.js'
import { createFrameStorage, openStorage } from './frameStorage.js'
import type { Ask } from './serviceClient.js'

interface Asked {
  readonly path: string
  readonly body: object
  answer(value: unknown): void
}

/** The logins of a frame, over a service that answers when it's told to. */
function open() {
  const asked: Asked[] = []
  const ask: Ask = (path, body) =>
    new Promise((resolve) => asked.push({ path, body, answer: resolve as (value: unknown) => void }))
  const memory = openStorage(() => {
    throw new Error('Nothing is kept here.')
  })
  const storage = createFrameStorage(memory, appOrigin)
  const session = createSession(ask, storage, () => undefined)
  const logins = createLogins({ ask, session, storage }, { logIn: () => Promise.reject(new Error('None')) })
  return { asked, logins }
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

import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomToken } from './secrets.js'
import { createCaller, signInByMail, startService, type TestService } from '../test/startService.js'

let running: TestService
let ask: ReturnType<typeof createCaller>
beforeAll(async () => {
  running = await startService()
  ask = createCaller(running.service.url)
})
afterAll(async () => {
  expect(running.faults).toEqual([])
  await running.stop()
})

let people = 0
const signedIn = async () => {
  people += 1
  return (await signInByMail(ask, running.mail, `person${people}@example.com`)).body as {
    access: string
    refresh: string
  }
}

test('is good for the origin that it was started for, and for no other', async () => {
  const { access, refresh } = await signedIn()
  expect(await ask('/v1/session/read', {}, access)).toMatchObject({ status: 200 })
  for (const origin of [
    'https://shop.other.example',
    'https://evil.example',
    'https://app.example.com.evil.example',
    'null',
    '',
  ]) {
    const other = createCaller(running.service.url, { origin })
    expect((await other('/v1/session/read', {}, access)).status, origin).toBeGreaterThanOrEqual(401)
    expect(
      (await other('/v1/session/refresh', { refresh, next: randomToken() })).status,
      origin,
    ).toBeGreaterThanOrEqual(401)
  }
})

test('is refused from another site’s page, whatever it names', async () => {
  const { access } = await signedIn()
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
    string,
    string
  >[]) {
    const other = createCaller(running.service.url, { headers })
    expect(await other('/v1/session/read', {}, access)).toMatchObject({
      status: 403,
      body: { code: 'unauthorized' },
    })
  }
  const preflight = await fetch(`${running.service.url}/v1/session/read`, { method: 'OPTIONS' })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

test('lives 10 minutes, and goes on with new tokens', async () => {
  const { access, refresh } = await signedIn()
  running.pass(10 * 60_000)
  expect(await ask('/v1/session/read', {}, access)).toMatchObject({
    status: 401,
    body: { code: 'session_expired' },
  })
  const next = randomToken()
  const renewed = await ask('/v1/session/refresh', { refresh, next })
  expect(await ask('/v1/session/read', {}, renewed.body.access)).toMatchObject({ status: 200 })
})

test('survives an answer that was lost: the same two tokens are taken again', async () => {
  const { refresh } = await signedIn()
  const next = randomToken()
  expect(await ask('/v1/session/refresh', { refresh, next })).toMatchObject({ status: 200 })
  const again = await ask('/v1/session/refresh', { refresh, next })
  expect(await ask('/v1/session/read', {}, again.body.access)).toMatchObject({ status: 200 })
})

test('ends when a token that was replaced is used by somebody else', async () => {
  const { refresh } = await signedIn()
  const next = randomToken()
  const { body } = await ask('/v1/session/refresh', { refresh, next })
  expect(await ask('/v1/session/refresh', { refresh, next: randomToken() })).toMatchObject({ status: 401 })
  expect(await ask('/v1/session/read', {}, body.access)).toMatchObject({ status: 401 })
  expect(await ask('/v1/session/refresh', { refresh: next, next: randomToken() })).toMatchObject({
    status: 401,
  })
})

test('ends after 30 days without use, and after 90 days in any case', async () => {
  const [idle, busy] = [await signedIn(), await signedIn()]
  let { refresh } = busy
  for (let days = 0; days < 87; days += 29) {
    running.pass(29 * 86_400_000)
    const next = randomToken()
    expect(await ask('/v1/session/refresh', { refresh, next })).toMatchObject({ status: 200 })
    refresh = next
  }
  expect(await ask('/v1/session/refresh', { refresh: idle.refresh, next: randomToken() })).toMatchObject({
    status: 401,
  })
  running.pass(4 * 86_400_000)
  expect(await ask('/v1/session/refresh', { refresh, next: randomToken() })).toMatchObject({ status: 401 })
})

test('ends when its person signs out', async () => {
  const { access, refresh } = await signedIn()
  expect(await ask('/v1/session/end', {}, access)).toMatchObject({ status: 200 })
  expect(await ask('/v1/session/read', {}, access)).toMatchObject({ status: 401 })
  expect(await ask('/v1/session/refresh', { refresh, next: randomToken() })).toMatchObject({ status: 401 })
})

test('refuses a next token that another session has, in turn or at once', async () => {
  const taken = { status: 409, body: { code: 'conflict' } }
  const [first, second] = [await signedIn(), await signedIn()]
  const next = randomToken()
  expect(await ask('/v1/session/refresh', { refresh: first.refresh, next })).toMatchObject({ status: 200 })
  expect(await ask('/v1/session/refresh', { refresh: second.refresh, next })).toMatchObject(taken)
  const raced = randomToken()
  const answers = await Promise.all(
    [next, second.refresh].map((refresh) => ask('/v1/session/refresh', { refresh, next: raced })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  // Neither session has ended by it.
  const [won, lost] = answers[0]?.status === 200 ? [raced, second.refresh] : [next, raced]
  for (const refresh of [won, lost]) {
    expect(await ask('/v1/session/refresh', { refresh, next: randomToken() })).toMatchObject({ status: 200 })
  }
})

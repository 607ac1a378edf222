// The frame counts by the browser's clock and the service by its own: both may be wrong by minutes.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  appOrigin,
  createCaller,
  signInByMail,
  startService,
  type TestService,
} from '../../test/startService.js'
import { createFrameStorage, openStorage } from './frameStorage.js'
import { createServiceClient } from './serviceClient.js'
import { createSession } from './createSession.js'

const minutes = 60_000
const anything = z.unknown()

describe.each([
  ['10 minutes behind', -10 * minutes],
  ['right', 0],
  ['10 minutes ahead', 10 * minutes],
])('a browser whose clock is %s', (_, skew) => {
  let running: TestService
  let now = Date.now()
  beforeAll(async () => {
    running = await startService({ clock: { now: () => now } })
  })
  afterAll(async () => {
    expect(running.faults).toEqual([])
    await running.stop()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  let people = 0
  async function signIn() {
    people += 1
    const { body } = await signInByMail(
      createCaller(running.service.url),
      running.mail,
      `skew${people}@example.com`,
    )
    vi.useFakeTimers({ toFake: ['Date'], now: now + skew })
    vi.stubGlobal('navigator', {})
    const paths: string[] = []
    const real = fetch
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      paths.push(path)
      return real(`${running.service.url}${path}`, init)
    })
    const ended = vi.fn()
    const memory = openStorage(() => {
      throw new Error('Nothing is kept here.')
    })
    const session = createSession(
      createServiceClient(appOrigin),
      createFrameStorage(memory, appOrigin),
      ended,
    )
    session.start(body)
    const pass = (milliseconds: number) => {
      now += milliseconds
      vi.setSystemTime(now + skew)
    }
    return { session, paths, ended, pass }
  }

  test('is answered at once, and over an hour, with the session renewed as often as it must be', async () => {
    const { session, ended, pass } = await signIn()
    for (let step = 0; step < 7; step += 1) {
      await session.ask('/v1/session/read', {}, anything)
      pass(9.9 * minutes)
    }
    expect(ended).not.toHaveBeenCalled()
    expect(session.person()).toBeDefined()
  })

  test('asks several things at once without ending its own session', async () => {
    const { session, ended, pass } = await signIn()
    pass(30 * minutes)
    await Promise.all(Array.from({ length: 5 }, () => session.ask('/v1/session/read', {}, anything)))
    expect(ended).not.toHaveBeenCalled()
  })

  test('keeps a new token as long as it is good, whatever the difference', async () => {
    const { session, paths } = await signIn()
    for (let count = 0; count < 4; count += 1) await session.ask('/v1/session/read', {}, anything)
    expect(paths).toEqual(Array.from({ length: 4 }, () => '/v1/session/read'))
  })
})

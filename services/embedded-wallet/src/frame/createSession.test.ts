// Tabs of one browser share what the frame keeps, and each works for the person who signed in there.
import { FrameError } from '@latchkey/plugin-email-auth/protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { appOrigin } from '../../test/startService.js'
import { createSession } from './createSession.js'
import { createFrameStorage, openStorage } from './frameStorage.js'
import type { Ask } from './serviceClient.js'

beforeEach(() => void vi.stubGlobal('navigator', {}))
afterEach(() => void vi.unstubAllGlobals())

const anything = z.object({})
const signedInAs = (id: string) => ({
  access: `access of ${id}`,
  refresh: `refresh of ${id}`,
  person: { id, email: null, userName: null },
})

/** Tabs of a browser, and what they asked the service with. */
function openBrowser(answer: (path: string, body: object) => unknown = () => ({})) {
  const memory = openStorage(() => {
    throw new Error('Nothing is kept here.')
  })
  const storage = createFrameStorage(memory, appOrigin)
  const asked: [path: string, access?: string][] = []
  const ask = (async (path: string, body: object, _shape: unknown, access?: string) => {
    asked.push(access === undefined ? [path] : [path, access])
    return answer(path, body)
  }) as Ask
  const openTab = () => {
    const onEnded = vi.fn()
    return { session: createSession(ask, storage, onEnded), onEnded }
  }
  return { asked, openTab, storage }
}

test('a tab works no more, and says so once, when another tab signs somebody else in', async () => {
  const { asked, openTab } = openBrowser()
  const [first, second] = [openTab(), openTab()]
  first.session.start(signedInAs('alice'))
  second.session.start(signedInAs('bob'))
  for (let times = 0; times < 2; times += 1) {
    await expect(first.session.ask('/v1/wallet/read', {}, anything)).rejects.toMatchObject({
      code: 'not_connected',
    })
    expect(first.session.person()).toBeUndefined()
  }
  expect(first.onEnded.mock.calls).toEqual([[{ isReplaced: true }]])
  await second.session.ask('/v1/wallet/read', {}, anything)
  expect([second.session.person(), second.onEnded.mock.calls]).toEqual(['bob', []])
  expect(asked).toEqual([['/v1/wallet/read', 'access of bob']])
})

test('an app that connects anew takes up whoever is signed in, with their own token', async () => {
  const { asked, openTab } = openBrowser(() => ({ access: 'new access' }))
  const [first, second] = [openTab(), openTab()]
  first.session.start(signedInAs('alice'))
  second.session.start(signedInAs('bob'))
  expect(first.session.takeUp()).toBe('bob')
  await first.session.ask('/v1/wallet/read', {}, anything)
  expect(asked).toEqual([['/v1/session/refresh'], ['/v1/wallet/read', 'new access']])
  expect(first.session.person()).toBe('bob')
})

test('a tab that signs its own person out leaves the one of another tab signed in', async () => {
  const { asked, openTab, storage } = openBrowser()
  const [first, second] = [openTab(), openTab()]
  first.session.start(signedInAs('alice'))
  second.session.start(signedInAs('bob'))
  await first.session.end()
  expect([asked, storage.readSession()?.person]).toEqual([[], 'bob'])
  await second.session.end()
  expect(asked).toEqual([['/v1/session/end', 'access of bob']])
  expect(storage.readSession()).toBeUndefined()
})

test.each(['granted', 'refused'])(
  'a token that is renewed while another tab signs somebody in, and %s then, is not theirs',
  async (outcome) => {
    const { openTab, storage } = openBrowser((path) => {
      if (path !== '/v1/session/refresh') return {}
      second.session.start(signedInAs('bob'))
      if (outcome === 'refused') throw new FrameError('session_expired')
      return { access: 'new access of alice' }
    })
    openTab().session.start(signedInAs('alice'))
    const [first, second] = [openTab(), openTab()]
    await first.session.ask('/v1/wallet/read', {}, anything).catch((error: unknown) => {
      expect(error).toBeInstanceOf(FrameError)
    })
    expect(storage.readSession()).toEqual({ person: 'bob', refresh: 'refresh of bob' })
    expect(first.session.person()).toBeUndefined()
    expect(first.onEnded.mock.calls).toEqual([[{ isReplaced: true }]])
  },
)

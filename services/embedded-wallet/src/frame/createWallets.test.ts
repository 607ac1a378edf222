// The wallet of a person as the frame keeps it, against the real service.
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import {
  appOrigin,
  createCaller,
  signInByMail,
  startService,
  type TestService,
} from '../../test/startService.js'
import { mostHeld } from '../mostHeld.js'
import { createPasskeys } from './createPasskeys.js'
import { createSession, signedIn } from './createSession.js'
import { createWallets } from './createWallets.js'
import { createFrameStorage, openStorage } from './frameStorage.js'
import type { Question, Screen } from './screen.js'
import { createServiceClient } from './serviceClient.js'

let running: TestService
beforeAll(async () => {
  running = await startService()
})
afterAll(async () => {
  expect(running.faults).toEqual([])
  await running.stop()
})
afterEach(() => vi.unstubAllGlobals())

const { signal } = new AbortController()
const nothing = z.object({})
let people = 0

/** A frame of its own, for a person who signs in here, and answers what they are asked. */
async function openFrame(email: string, deviceToken?: string) {
  running.pass(120_000)
  const caller = createCaller(running.service.url)
  const { body } = await signInByMail(caller, running.mail, email, deviceToken)
  const real = fetch
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(`${running.service.url}${path}`, init))
  const memory = openStorage(() => {
    throw new Error('Nothing is kept here.')
  })
  const storage = createFrameStorage(memory, appOrigin)
  const ask = createServiceClient(appOrigin)
  const session = createSession(ask, storage, () => {})
  session.start(z.parse(signedIn, body))
  const asked: Question[] = []
  const answers = { code: '' }
  const screen: Screen = {
    async ask(question) {
      asked.push(question)
      const code = question.secrets?.[0]?.value
      if (code !== undefined) answers.code = code
      return question.input ? answers.code : ''
    },
  }
  const wallets = createWallets(session, storage, screen)
  const passkeys = createPasskeys({ ask, session, screen, wallets })
  return { answers, asked, memory, passkeys, session, storage, wallets }
}

/** The person of a full wallet, on a new device. */
async function openNewDevice() {
  people += 1
  const email = `full${people}@example.com`
  const first = await openFrame(email)
  await first.wallets.addresses(signal)
  const { evm } = await first.wallets.keys()
  for (let count = 1; count < mostHeld.splits; count += 1) {
    const split = {
      id: randomBytes(16).toString('hex'),
      share: randomBytes(17).toString('base64url'),
      recoveries: [{ kind: 'code', sealed: randomBytes(60).toString('base64url') }],
    }
    await first.session.ask('/v1/wallet/split', split, nothing)
  }
  vi.unstubAllGlobals()
  const device = await openFrame(email, first.storage.readDevice(email))
  device.answers.code = first.answers.code
  return { ...device, evm }
}

test('a wallet that is full signs on a new device once it was opened there, and the code is typed once', async () => {
  const { asked, evm, memory, session, wallets } = await openNewDevice()
  await wallets.addresses(signal)
  await wallets.addresses(signal)
  expect((await wallets.keys()).evm).toBe(evm)
  expect(asked.filter(({ view }) => view === 'recover')).toHaveLength(1)
  // The next page has to ask again: what opens it is kept in memory alone, and only while the person is signed in.
  const stored = Array.from({ length: memory.length }, (_, index) => memory.key(index) ?? '')
  expect(stored.filter((key) => key.includes('/split/'))).toEqual([])
  await session.end()
  await expect(wallets.keys()).rejects.toMatchObject({ code: 'not_connected' })
})

test('a passkey is offered to nobody whose wallet is full, and who was to be offered one goes on', async () => {
  const { asked, passkeys, wallets } = await openNewDevice()
  await wallets.addresses(signal)
  asked.length = 0
  await passkeys.offer(signal)
  await expect(passkeys.add(signal)).rejects.toMatchObject({ code: 'limit_reached' })
  expect(asked).toEqual([])
})

test('what a passkey answered at the login is forgotten on a device that needs none of it', async () => {
  const { session, wallets } = await openFrame('known@example.com')
  await wallets.addresses(signal)
  const output = new Uint8Array(32).fill(7)
  wallets.offerPasskey(session.person() ?? '', output)
  await wallets.addresses(signal)
  expect(output).toEqual(new Uint8Array(32))
})

// The page against the real server handlers over real HTTP.
import { fakeClock, fakeStorage } from '@latchkey/kernel/testing'
import { SignInOnConnect } from '@latchkey/kernel/contracts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { account, alice, bob, evmWallet, keys, settle, signInApp } from '../../test/signInApp.js'
import { browserFetch, startSignInServer } from '../../test/signInServer.js'
import { cacaoText, eip155Profile, encodeRecap, recapStatement } from '../index.js'

const realFetch = globalThis.fetch
let server: Awaited<ReturnType<typeof startSignInServer>>
let clock: ReturnType<typeof fakeClock>

beforeEach(async () => {
  clock = fakeClock()
  server = await startSignInServer(clock.now)
  vi.stubGlobal('fetch', browserFetch(realFetch))
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await server.stop()
})

const open = (options: Parameters<typeof signInApp>[0] = {}) =>
  signInApp({ ...options, clock, siwx: { required: true, backend: server.url, ...options.siwx } })

const statusIs = (app: Awaited<ReturnType<typeof open>>, status: string | undefined) =>
  vi.waitFor(() => expect(app.siwx.status).toBe(status), 10_000)

it('signs in with a nonce of the server, survives a reload, and signs out with the wallet', async () => {
  const storage = fakeStorage()
  const first = await open({ storage })
  await first.connect()
  await statusIs(first, 'signedOut')
  expect(first.view()).toBe('SIWXSignMessage')
  expect(await first.siwx.sign()).toBe(true)
  expect([first.view(), first.siwx.status]).toEqual([undefined, 'signedIn'])
  expect(first.siwx.state.sessions).toEqual([
    { accountId: `eip155:1:${alice}`, expirationTime: expect.stringMatching(/Z$/) },
  ])
  expect([...storage.values.keys()].filter((key) => key.includes('siwx'))).toEqual([])
  await first.kernel.dispose()

  const second = await open({ storage })
  await statusIs(second, 'signedIn')
  expect(second.view()).toBeUndefined()
  await second.session.disconnect()
  await vi.waitFor(() => expect(second.eventIds()).toContain('SIWX_SIGN_OUT'), 10_000)
  await second.connect()
  await statusIs(second, 'signedOut')
})

it('keeps several accounts in one session of the server', async () => {
  const app = await open()
  await app.connect()
  await statusIs(app, 'signedOut')
  await app.siwx.sign()
  app.wallets[0]?.report({ accounts: [account(bob), account(alice)] })
  await settle()
  await statusIs(app, 'signedOut')
  expect(await app.siwx.sign()).toBe(true)
  expect(app.siwx.state.sessions.map(({ accountId }) => accountId).sort()).toEqual(
    [`eip155:1:${alice}`, `eip155:1:${bob}`].sort(),
  )
})

it('tells a refusal of the server with its code, and can try again', async () => {
  const app = await open({ siwx: { domain: 'evil.example', uri: 'https://evil.example' } })
  await app.connect()
  await statusIs(app, 'signedOut')
  expect(await app.siwx.sign()).toBe(false)
  expect(server.refused).toEqual(['DOMAIN_MISMATCH'])
  expect(app.siwx.state.error?.code).toBe('DOMAIN_MISMATCH')
  expect(app.siwx.state.error?.shortMessage).toBe('The sign-in was refused. Try again.')
  expect(app.view()).toBe('SIWXSignMessage')
})

it('says so for a smart account the server cannot check', async () => {
  const wallet = evmWallet('fake.wallet', [account(alice, 'smartAccount')])
  const app = await open({ wallets: [wallet], siwx: { domain: 'evil.example' } })
  await app.connect()
  await statusIs(app, 'signedOut')
  expect(await app.siwx.sign()).toBe(false)
  expect(app.siwx.state.error?.code).toBe('SMART_ACCOUNTS_UNSUPPORTED')
})

const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

it('blames no smart account while the server’s node is down', async () => {
  await server.stop()
  server = await startSignInServer(clock.now, 'http://127.0.0.1:9')
  const wallet = evmWallet('fake.wallet', [account(contract, 'smartAccount')])
  const app = await open({ wallets: [wallet] })
  await app.connect()
  await statusIs(app, 'signedOut')
  expect(await app.siwx.sign()).toBe(false)
  expect(server.refused).toEqual(['CHAIN_UNREACHABLE'])
  expect(app.siwx.state.error).toMatchObject({
    code: 'CHAIN_UNREACHABLE',
    shortMessage: 'Couldn’t check your signature, because the network didn’t answer. Try again in a minute.',
  })
})

it('disconnects and goes to Connect when the server is not there', async () => {
  const app = await open()
  await server.stop()
  await app.connect()
  await vi.waitFor(() => expect(app.view()).toBe('Connect'), 20_000)
  await settle()
  expect(app.isConnected()).toBe(false)
  expect(app.siwx.state.error).toBeUndefined()
})

it('does not ask anew what the server cannot know: the session ends when the server says so', async () => {
  const app = await open()
  await app.connect()
  await statusIs(app, 'signedOut')
  await app.siwx.sign()
  clock.advance(8 * 24 * 3600 * 1000)
  await statusIs(app, 'signedOut')
  expect(app.view()).toBe('SIWXSignMessage')
})

it('sends the CACAOs of one approval to the server, which verifies every one', async () => {
  const app = await open()
  const networkIds = ['eip155:1', 'eip155:2'] as const
  const { signal } = new AbortController()
  const step = await app.kernel.get(SignInOnConnect).prepare({ networkIds, signal })
  const { request, message } = step!
  const recap = { att: { 'eip155:1': { 'request/personal_sign': [{}] } } }
  const cacaos = await Promise.all(
    networkIds.map(async (id) => {
      const p = {
        iss: `did:pkh:${id}:${alice}`,
        aud: request.uri,
        domain: request.domain,
        version: request.version,
        nonce: request.nonce,
        iat: request.issuedAt,
        statement: recapStatement(recap),
        resources: [encodeRecap(recap)],
      }
      const text = cacaoText(p, eip155Profile) ?? ''
      expect(text).not.toBe(message(`${id}:${alice}`))
      return { h: { t: 'caip122' }, p, s: { t: 'eip191', s: await keys[0]!.signMessage({ message: text }) } }
    }),
  )
  await step!.complete({ cacaos })
  await app.connect()
  await statusIs(app, 'signedIn')
  expect(app.view()).toBeUndefined()
  expect(app.siwx.state.sessions.map(({ accountId }) => accountId)).toEqual(
    networkIds.map((id) => `${id}:${alice}`),
  )
  // The nonce has been used: the same answer signs nobody in again.
  await expect(step!.complete({ cacaos })).rejects.toMatchObject({ code: expect.stringMatching(/^NONCE_/) })
})

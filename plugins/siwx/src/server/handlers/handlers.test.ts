import { createServer, request as sendRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { base58, base64 } from '@scure/base'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cacaoText } from '../../message/cacao.js'
import { createMessage } from '../../message/createMessage.js'
import { eip155Profile, solanaProfile } from '../../message/profiles.js'
import { evmSigner, solanaSigner } from '../../testing/signers.js'
import { createVerifier } from '../createVerifier.js'
import { eip155 } from '../eip155/eip155.js'
import { memoryNonces } from '../nonces/memoryNonces.js'
import { createSessions } from '../sessions/createSessions.js'
import { memorySessions } from '../sessions/memorySessions.js'
import type { SessionStore } from '../sessions/SessionStore.js'
import { solana } from '../solana/solana.js'
import { createHandlers, type FetchHandler, type HandlersOptions } from './createHandlers.js'
import { memoryRateLimit } from './memoryRateLimit.js'
import { nextHandlers } from './nextHandlers.js'
import { nodeHandler } from './nodeHandler.js'

const ORIGIN = 'https://app.example'
const SECRET = 'a-secret-of-at-least-thirty-two-letters'
const signer = evmSigner(40)

function setUp(options: Partial<HandlersOptions> = {}) {
  const time = { now: Date.now() }
  const clock = () => time.now
  const verifier = createVerifier({
    domain: 'app.example',
    verifiers: [eip155(), solana()],
    nonces: memoryNonces(),
    clock,
  })
  const sessions = createSessions({ store: memorySessions(), secrets: [SECRET], clock })
  const refused: string[] = []
  const handlers = createHandlers({
    verifier,
    sessions,
    origins: [ORIGIN],
    clock,
    onRefused: ({ code }) => refused.push(code),
    ...options,
  })
  return { time, clock, handlers, sessions, refused }
}

/** A browser with a cookie jar, over any handler. */
function browser(handle: FetchHandler, base = `${ORIGIN}/api/siwx`) {
  const jar = new Map<string, string>()
  return {
    jar,
    async call(method: string, action: string, body?: unknown, headers: Record<string, string> = {}) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await handle(
        new Request(`${base}/${action}`, {
          method,
          headers: {
            ...(method === 'GET' ? {} : { origin: ORIGIN }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(cookie ? { cookie } : {}),
            ...headers,
          },
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      )
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        if (/Max-Age=0\b/.test(set)) jar.delete(name)
        else jar.set(name, value)
      }
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? undefined : JSON.parse(text),
      }
    },
  }
}

type Browser = ReturnType<typeof browser>

async function signedBody(page: Browser, account = signer, now = Date.now(), fields: object = {}) {
  const { nonce } = (await page.call('POST', 'nonce')).body
  const message = createMessage(
    {
      domain: 'app.example',
      accountAddress: account.address,
      uri: `${ORIGIN}/`,
      version: '1',
      chainId: 'eip155:1',
      nonce,
      issuedAt: new Date(now).toISOString(),
      ...fields,
    },
    eip155Profile,
  )
  return { message, signature: account.sign(message) }
}

describe('handlers on the Fetch API', () => {
  it('go from nonce to sign-out', async () => {
    const { handlers } = setUp()
    const page = browser(handlers.handle)
    expect(await page.call('GET', 'me')).toMatchObject({
      status: 401,
      body: { error: { code: 'NOT_SIGNED_IN' } },
    })
    const signedIn = await page.call('POST', 'authenticate', await signedBody(page))
    const accountIds = [`eip155:1:${signer.address}`]
    expect(signedIn).toMatchObject({ status: 200, body: { session: { accountIds } } })
    expect(signedIn.headers.get('cache-control')).toBe('no-store')
    expect(signedIn.headers.getSetCookie()[0]).toMatch(
      /^__Host-siwx=siwx1\.[\w-]+\.[\w-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(await page.call('GET', 'me')).toMatchObject({ status: 200, body: { session: { accountIds } } })
    const token = page.jar.get('__Host-siwx') ?? ''
    expect(await page.call('POST', 'sign-out')).toMatchObject({ status: 204 })
    expect(page.jar.has('__Host-siwx')).toBe(false)
    page.jar.set('__Host-siwx', token)
    expect(await page.call('GET', 'me')).toMatchObject({
      status: 401,
      body: { error: { code: 'SESSION_REVOKED' } },
    })
  })

  it('take a message once, and only from the browser its nonce was given to', async () => {
    const { handlers, refused } = setUp()
    const page = browser(handlers.handle)
    const attacker = browser(handlers.handle)
    const body = await signedBody(page)
    await attacker.call('POST', 'nonce')
    expect(await attacker.call('POST', 'authenticate', body)).toMatchObject({
      status: 401,
      body: { error: { code: 'NONCE_MISMATCH' } },
    })
    expect(await page.call('POST', 'authenticate', body)).toMatchObject({ status: 200 })
    expect(await page.call('POST', 'authenticate', body)).toMatchObject({ status: 401 })
    expect(refused).toEqual(['NONCE_MISMATCH', 'NONCE_USED'])
  })

  it('let two tabs of one browser sign in, whichever is first', async () => {
    const { handlers, refused } = setUp()
    const page = browser(handlers.handle)
    const first = await signedBody(page)
    const second = await signedBody(page)
    const other = await signedBody(page, evmSigner(41))
    expect(await page.call('POST', 'authenticate', first)).toMatchObject({ status: 200 })
    expect(await page.call('POST', 'authenticate', second)).toMatchObject({ status: 200 })
    await page.call('POST', 'sign-out')
    expect(await page.call('POST', 'authenticate', other)).toMatchObject({ status: 200 })
    expect(await page.call('POST', 'authenticate', first)).toMatchObject({ status: 401 })
    expect(refused).toEqual(['NONCE_USED'])
  })

  it('let twelve tabs sign in that were opened at once', async () => {
    const { handlers } = setUp()
    const page = browser(handlers.handle)
    const bodies = await Promise.all(Array.from({ length: 12 }, () => signedBody(page)))
    expect(page.jar.size).toBe(12)
    for (const body of bodies) {
      expect(await page.call('POST', 'authenticate', body)).toMatchObject({ status: 200 })
    }
    await Promise.all(Array.from({ length: 12 }, () => signedBody(page)))
    // With one secret known, no more are made.
    expect([...page.jar.keys()].filter((name) => name.startsWith('__Host-siwx_browser'))).toHaveLength(12)
    const stranger = browser(handlers.handle)
    const theirs = await signedBody(stranger)
    expect(await page.call('POST', 'authenticate', theirs)).toMatchObject({
      body: { error: { code: 'NONCE_MISMATCH' } },
    })
  })

  it('keep the secret of a browser for as long as its last nonce lives', async () => {
    const { handlers } = setUp({ nonceLifetime: 300 })
    const page = browser(handlers.handle)
    const cookies = []
    for (let count = 0; count < 2; count++) {
      cookies.push(...(await page.call('POST', 'nonce')).headers.getSetCookie())
    }
    expect(cookies[0]).toMatch(/^__Host-siwx_browser_\w{8}=\w{24}; Max-Age=300; /)
    expect(cookies).toEqual([cookies[0], cookies[0]])
  })

  it('write cookies for frames of other sites where the host asks for it', async () => {
    const { handlers } = setUp({ inFrames: true })
    const page = browser(handlers.handle)
    const body = await signedBody(page)
    const signedIn = await page.call('POST', 'authenticate', body)
    expect(signedIn.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-framed_siwx=siwx1\.[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=None; Secure; Partitioned$/,
      ),
    ])
    expect([...page.jar.keys()].sort()).toEqual([
      '__Host-framed_siwx',
      expect.stringMatching(/^__Host-framed_siwx_browser_\w{8}$/),
    ])
    const token = page.jar.get('__Host-framed_siwx') ?? ''
    // A browser that has one from before the host turned it on sends both.
    page.jar.set('__Host-siwx', 'siwx1.from.before')
    expect(await page.call('GET', 'me')).toMatchObject({ status: 200 })
    const out = await page.call('POST', 'sign-out')
    expect(out.headers.getSetCookie()).toEqual([
      '__Host-framed_siwx=; Max-Age=0; Path=/; HttpOnly; SameSite=None; Secure; Partitioned',
    ])
    const outside = setUp().handlers
    const cookie = `__Host-framed_siwx=${token}`
    expect(await outside.session(new Request(ORIGIN, { headers: { cookie } }))).toBeUndefined()
  })

  it('need https for frames of other sites', () => {
    expect(() => setUp({ inFrames: true, origins: ['http://localhost:3000'] })).toThrow(
      'createHandlers cannot start: inFrames needs https.',
    )
  })

  it('keep earlier accounts and start a new session id', async () => {
    const { handlers } = setUp()
    const page = browser(handlers.handle)
    await page.call('POST', 'authenticate', await signedBody(page))
    const first = page.jar.get('__Host-siwx')
    const other = evmSigner(41)
    const { body } = await page.call('POST', 'authenticate', await signedBody(page, other))
    expect(body.session.accountIds).toEqual([`eip155:1:${other.address}`, `eip155:1:${signer.address}`])
    page.jar.set('__Host-siwx', first ?? '')
    expect(await page.call('GET', 'me')).toMatchObject({ body: { error: { code: 'SESSION_REVOKED' } } })
  })

  it('end a session when the first of the signed texts does, whatever its own lifetime', async () => {
    const { handlers, time } = setUp()
    const page = browser(handlers.handle)
    const ends = new Date(time.now + 3_600_000).toISOString()
    const body = await signedBody(page, signer, time.now, { expirationTime: ends })
    const signedIn = await page.call('POST', 'authenticate', body)
    expect(signedIn.body.session.expiresAt).toBe(ends)
    expect(signedIn.headers.getSetCookie()[0]).toContain('Max-Age=3600;')
    time.now += 3_600_000
    expect(await page.call('GET', 'me')).toMatchObject({
      status: 401,
      body: { error: { code: 'SESSION_EXPIRED' } },
    })
  })

  it('do not make an earlier account last longer than it signed in for', async () => {
    const { handlers, time } = setUp()
    const page = browser(handlers.handle)
    const first = await page.call('POST', 'authenticate', await signedBody(page, signer, time.now))
    time.now += 86_400_000
    const other = evmSigner(41)
    const both = await page.call('POST', 'authenticate', await signedBody(page, other, time.now))
    expect(both.body.session.accountIds).toHaveLength(2)
    expect(both.body.session.expiresAt).toBe(first.body.session.expiresAt)
    await page.call('POST', 'authenticate', await signedBody(page, signer, time.now))
    const again = await page.call('POST', 'authenticate', await signedBody(page, other, time.now))
    expect(again.body.session.expiresAt).toBe(first.body.session.expiresAt)
    await page.call('POST', 'sign-out')
    const alone = await page.call('POST', 'authenticate', await signedBody(page, signer, time.now))
    expect(Date.parse(alone.body.session.expiresAt) - time.now).toBe(7 * 86_400_000)
  })

  it('do not bring back an account that is revoked while another one signs in', async () => {
    const revoked = `eip155:1:${signer.address}`
    const other = evmSigner(41)
    for (const step of ['add', 'remove'] as const) {
      const store = memorySessions()
      let isRevoking = false
      const racing: SessionStore = {
        ...store,
        async add(record) {
          if (isRevoking && step === 'add') await store.removeByAccount(revoked)
          await store.add(record)
        },
        async remove(id) {
          if (isRevoking && step === 'remove') await store.removeByAccount(revoked)
          return store.remove(id)
        },
      }
      const { handlers } = setUp({ sessions: createSessions({ store: racing, secrets: [SECRET] }) })
      const page = browser(handlers.handle)
      await page.call('POST', 'authenticate', await signedBody(page))
      isRevoking = true
      const signedIn = await page.call('POST', 'authenticate', await signedBody(page, other))
      expect(signedIn.body.session.accountIds, step).toEqual([`eip155:1:${other.address}`])
      expect((await page.call('GET', 'me')).body.session.accountIds).toEqual([`eip155:1:${other.address}`])
    }
  })

  it.each([
    [[], 'there is no origin'],
    [['https://app.example', 'http://localhost:3000'], 'some origins are https and some are not'],
    [['https://app.example/'], '"https://app.example/" is no origin'],
    [['app.example'], '"app.example" is no origin'],
    [['null'], '"null" is no origin'],
  ])('do not start for origins %j', (origins, problem) => {
    expect(() => setUp({ origins })).toThrow(
      `createHandlers cannot start: ${problem}. Give the origins of the page, such as https://app.example, all of one scheme.`,
    )
  })

  it('take several CACAOs with one nonce, or none of them', async () => {
    const { handlers } = setUp()
    const page = browser(handlers.handle)
    const cacaoFor = (nonce: string, chain: number, by = signer) => {
      const p = {
        iss: `did:pkh:eip155:${chain}:${signer.address}`,
        aud: `${ORIGIN}/`,
        domain: 'app.example',
        version: '1' as const,
        nonce,
        iat: new Date().toISOString(),
      }
      return { h: { t: 'caip122' }, p, s: { t: 'eip191', s: by.sign(cacaoText(p, eip155Profile) ?? '') } }
    }
    const nonce = (await page.call('POST', 'nonce')).body.nonce
    const other = (await page.call('POST', 'nonce')).body.nonce
    const call = (...cacaos: unknown[]) => page.call('POST', 'authenticate', { cacaos })
    const wrong = await call(cacaoFor(nonce, 1), cacaoFor(nonce, 10, evmSigner(42)))
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'SIGNATURE_INVALID' } } })
    expect(await call(cacaoFor(nonce, 1), cacaoFor(other, 10))).toMatchObject({
      body: { error: { code: 'NONCE_MISMATCH' } },
    })
    const right = await call(cacaoFor(other, 1), cacaoFor(other, 10))
    expect(right.body.session.accountIds).toEqual([
      `eip155:1:${signer.address}`,
      `eip155:10:${signer.address}`,
    ])
    expect(await call(cacaoFor(other, 1))).toMatchObject({ status: 401 })
    expect(await call()).toMatchObject({ status: 400 })
  })

  it('do not wait for ever for a node that does not answer', async () => {
    let isHanging = true
    let asked = 0
    const clock = Date.now
    const verifier = createVerifier({
      domain: 'app.example',
      verifiers: [
        eip155({
          rpc: {
            1: async (method, _params, signal) => {
              asked += 1
              if (!isHanging) return method === 'eth_getCode' ? '0x00' : `0x1626ba7e${'0'.repeat(56)}`
              return new Promise((_, reject) =>
                signal?.addEventListener('abort', () => reject(signal.reason)),
              )
            },
          },
        }),
      ],
      nonces: memoryNonces(),
    })
    const { handlers } = setUp({ verifier, clock, verifyTimeout: 0.1 })
    const page = browser(handlers.handle)
    const contract = evmSigner(43)
    const body = await signedBody(page, { ...contract, sign: signer.sign })
    expect(await page.call('POST', 'authenticate', body)).toMatchObject({
      status: 503,
      body: { error: { code: 'CHAIN_UNREACHABLE' } },
    })
    expect(asked).toBe(1)
    isHanging = false
    expect(await page.call('POST', 'authenticate', body)).toMatchObject({ status: 200 })
    expect(await page.call('POST', 'authenticate', body)).toMatchObject({
      body: { error: { code: 'NONCE_USED' } },
    })
  })

  it('take the output of solana:signIn in base64', async () => {
    const { handlers } = setUp()
    const page = browser(handlers.handle)
    const account = solanaSigner(40)
    /** Each try costs a nonce. */
    const answer = async (input: object, output: object) => {
      const { nonce } = (await page.call('POST', 'nonce')).body
      const issuedAt = new Date().toISOString()
      const text = createMessage(
        {
          domain: 'app.example',
          accountAddress: account.address,
          uri: ORIGIN,
          version: '1',
          chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
          nonce,
          issuedAt,
        },
        solanaProfile(),
      )
      const signed = {
        account: { publicKey: base64.encode(account.publicKey), address: account.address },
        signedMessage: base64.encode(new TextEncoder().encode(text)),
        signature: base64.encode(base58.decode(account.sign(text))),
      }
      const asked = { domain: 'app.example', nonce, issuedAt }
      const signIn = { input: { ...asked, ...input }, output: { ...signed, ...output } }
      const { status, body } = await page.call('POST', 'authenticate', { signIn })
      return body.error?.code ?? status
    }
    expect(await answer({ uri: 'https://other.example' }, {})).toBe('SIGN_IN_INPUT_MISMATCH')
    expect(await answer({}, { signature: '***' })).toBe('SIGNATURE_MALFORMED')
    expect(await answer({}, {})).toBe(200)
    expect(await answer({}, { signatureType: 'ed25519' })).toBe(200)
    expect(await answer({}, { signatureType: 'secp256k1' })).toBe('SIGNATURE_KIND_UNSUPPORTED')
    expect(await answer({}, { signatureType: 7 })).toBe('REQUEST_MALFORMED')
  })

  it('refuse a text that has expired, also within the skew of the clocks, and leave the session alone', async () => {
    const { handlers, time } = setUp()
    const page = browser(handlers.handle)
    const expirationTime = new Date(time.now).toISOString()
    await page.call('POST', 'authenticate', await signedBody(page))
    const other = await signedBody(page, evmSigner(41), time.now, { expirationTime })
    for (const later of [0, 1, 59_999]) {
      time.now += later
      expect(await page.call('POST', 'authenticate', other)).toMatchObject({
        status: 401,
        body: { error: { code: 'EXPIRED' } },
      })
    }
    expect(await page.call('GET', 'me')).toMatchObject({
      status: 200,
      body: { session: { accountIds: [`eip155:1:${signer.address}`] } },
    })
  })

  it('limit nonces and sign-ins of all callers together, unless told otherwise', async () => {
    const { handlers, time } = setUp()
    const call = (action: string) => browser(handlers.handle).call('POST', action, {})
    for (let index = 0; index < 600; index++) expect((await call('nonce')).status).toBe(200)
    expect(await call('nonce')).toMatchObject({
      status: 429,
      body: {
        error: {
          code: 'TOO_MANY_REQUESTS',
          message:
            'Try again in 60 seconds. The server takes 600 a minute from all callers; createHandlers({ rateLimit }) changes that.',
        },
      },
    })
    for (let index = 0; index < 600; index++) expect((await call('authenticate')).status).toBe(400)
    expect((await call('authenticate')).status).toBe(429)
    expect((await browser(handlers.handle).call('GET', 'me')).status).toBe(401)
    expect((await call('sign-out')).status).toBe(204)
    time.now += 60_000
    expect((await call('nonce')).status).toBe(200)

    const unlimited = setUp({ rateLimit: false }).handlers
    for (let index = 0; index < 700; index++) {
      expect((await browser(unlimited.handle).call('POST', 'nonce')).status).toBe(200)
    }
  })

  it('rotate the token of a session that is used', async () => {
    const { handlers, time } = setUp()
    const page = browser(handlers.handle)
    await page.call('POST', 'authenticate', await signedBody(page))
    const first = page.jar.get('__Host-siwx')
    time.now += 901_000
    expect(await page.call('GET', 'me')).toMatchObject({ status: 200 })
    expect(page.jar.get('__Host-siwx')).not.toBe(first)
    const request = new Request(ORIGIN, {
      headers: { cookie: `a=b; __Host-siwx=${page.jar.get('__Host-siwx')}` },
    })
    expect(await handlers.session(request)).toMatchObject({
      session: { accountIds: [`eip155:1:${signer.address}`] },
    })
    expect(await handlers.session(new Request(ORIGIN))).toBeUndefined()
    time.now += 901_000
    expect(await handlers.session(request, { rotate: false })).not.toHaveProperty('setCookie')
    expect(await handlers.session(request)).toHaveProperty(
      'setCookie',
      expect.stringContaining('__Host-siwx='),
    )
  })

  it('refuse other methods, origins, bodies and routes', async () => {
    const { handlers } = setUp()
    const page = browser(handlers.handle)
    const code = async (...call: Parameters<Browser['call']>) => {
      const { status, body } = await page.call(...call)
      return `${status} ${body.error.code}`
    }
    expect(await code('GET', 'nonce')).toBe('405 METHOD_NOT_ALLOWED')
    expect(await code('POST', 'me')).toBe('405 METHOD_NOT_ALLOWED')
    expect(await code('POST', 'nothing')).toBe('404 NOT_FOUND')
    expect(await code('POST', 'constructor')).toBe('404 NOT_FOUND')
    expect(await code('POST', 'nonce', undefined, { origin: 'https://evil.example' })).toBe(
      '403 ORIGIN_NOT_ALLOWED',
    )
    expect(await code('POST', 'sign-out', undefined, { origin: 'null' })).toBe('403 ORIGIN_NOT_ALLOWED')
    expect(await code('GET', 'me', undefined, { origin: 'https://evil.example' })).toBe(
      '403 ORIGIN_NOT_ALLOWED',
    )
    expect(await code('POST', 'authenticate')).toBe('415 BODY_NOT_JSON')
    expect(await code('POST', 'authenticate', '{', { 'content-type': 'text/plain' })).toBe(
      '415 BODY_NOT_JSON',
    )
    expect(await code('POST', 'authenticate', '{')).toBe('400 BODY_NOT_JSON')
    expect(await code('POST', 'authenticate', { message: 'x' })).toBe('400 REQUEST_MALFORMED')
    expect(await code('POST', 'authenticate', { message: 'x', signature: 'y', extra: 1 })).toBe(
      '400 REQUEST_MALFORMED',
    )
    expect(await code('POST', 'authenticate', ' '.repeat(140_000))).toBe('413 BODY_TOO_LARGE')
    expect(await code('POST', 'authenticate', { message: 'x', signature: 'y' })).toBe(
      '401 NAMESPACE_UNSUPPORTED',
    )
    const bare = await handlers.nonce(new Request(`${ORIGIN}/nonce`, { method: 'POST' }))
    expect(bare.status).toBe(403)
  })

  it('stop reading a body that goes on', async () => {
    const { handlers } = setUp()
    let pulled = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(65_536))
      },
    })
    const headers = { origin: ORIGIN, 'content-type': 'application/json' }
    const request = new Request(`${ORIGIN}/authenticate`, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as any)
    expect((await handlers.authenticate(request)).status).toBe(413)
    expect(pulled).toBeLessThan(10)
  })

  it('ask the rate limit hook first', async () => {
    const time = { now: 0 }
    const rateLimit = memoryRateLimit({
      limit: 2,
      window: 60,
      clock: () => time.now,
      keyOf: (request) => request.headers.get('x-client') ?? '',
    })
    const { handlers } = setUp({ rateLimit })
    const page = browser(handlers.handle)
    const ask = (client: string) => page.call('POST', 'nonce', undefined, { 'x-client': client })
    expect((await ask('a')).status).toBe(200)
    expect((await ask('a')).status).toBe(200)
    time.now += 15_000
    const limited = await ask('a')
    expect(limited).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } })
    expect(limited.headers.get('retry-after')).toBe('45')
    expect((await ask('b')).status).toBe(200)
    expect((await page.call('GET', 'me', undefined, { 'x-client': 'a' })).status).toBe(401)
    time.now += 45_000
    expect((await ask('a')).status).toBe(200)
  })

  it('let the host stop a sign-in, and throw what a store throws', async () => {
    const stopped = setUp({
      onSignIn: () => {
        throw new Error('blocked account')
      },
    })
    const page = browser(stopped.handlers.handle)
    await expect(signedBody(page).then((body) => page.call('POST', 'authenticate', body))).rejects.toThrow(
      'blocked',
    )
    expect(page.jar.has('__Host-siwx')).toBe(false)
  })

  it('drop Secure and the prefix on a page without https', async () => {
    const { handlers } = setUp({ origins: ['http://localhost:3000'], cookieName: 'mine' })
    const response = await handlers.nonce(
      new Request('http://localhost:3000/nonce', {
        method: 'POST',
        headers: { origin: 'http://localhost:3000' },
      }),
    )
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^mine_browser_\w{8}=\w{24}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  it('serve Next routes', async () => {
    const { handlers } = setUp()
    const { GET, POST } = nextHandlers(handlers)
    const page = browser((request) => (request.method === 'GET' ? GET : POST)(request))
    expect(await page.call('POST', 'authenticate', await signedBody(page))).toMatchObject({ status: 200 })
    expect(await page.call('GET', 'me')).toMatchObject({ status: 200 })
  })
})

describe('handlers on Node', () => {
  const { handlers } = setUp()
  const servers: Server[] = []
  const urls: Record<string, string> = {}

  const listen = (server: Server) =>
    new Promise<string>((resolve) => {
      servers.push(server)
      server.listen(0, '127.0.0.1', () =>
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      )
    })

  beforeAll(async () => {
    const handle = nodeHandler(handlers.handle)
    urls['http'] = await listen(
      createServer((request, response) => {
        handle(request, response).catch(() => response.writeHead(500).end())
      }),
    )
    const app = express().use('/api/siwx', handle)
    urls['express'] = await listen(createServer(app))
    const parsed = express().use(express.json()).use('/api/siwx', handle)
    urls['express with a body parser'] = await listen(createServer(parsed))
  })
  afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))))

  it.each(['http', 'express', 'express with a body parser'])('serve %s', async (kind) => {
    const base = `${urls[kind]}/api/siwx`
    const page = browser((request) => fetch(request), base)
    expect(await page.call('GET', 'me')).toMatchObject({ status: 401 })
    expect(await page.call('POST', 'authenticate', await signedBody(page))).toMatchObject({ status: 200 })
    expect(await page.call('GET', 'me')).toMatchObject({ status: 200 })
    expect(await page.call('POST', 'sign-out')).toMatchObject({ status: 204 })
    expect(await page.call('GET', 'me')).toMatchObject({
      status: 401,
      body: { error: { code: 'NOT_SIGNED_IN' } },
    })
    if (kind !== 'express with a body parser') {
      expect(await page.call('POST', 'authenticate', ' '.repeat(200_000))).toMatchObject({ status: 413 })
    }
  })

  it('answer what is no request of the web, instead of failing', async () => {
    const statusOf = (path: string, method = 'GET') =>
      new Promise<number | undefined>((resolve, reject) => {
        const { port } = new URL(urls['http'] ?? '')
        const sent = sendRequest({ host: '127.0.0.1', port, path, method }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        sent.on('error', reject).end()
      })
    expect(await statusOf('//[/me')).toBe(400)
    expect(await statusOf('http://localhost/api/siwx/me')).toBe(401)
    expect(await statusOf('/api/siwx/me', 'TRACE')).toBe(405)
    expect(await statusOf('/api/siwx/me', 'OPTIONS')).toBe(405)
  })

  it('hand faults to Express', async () => {
    const broken = nodeHandler(() => Promise.reject(new Error('store is down')))
    const app = express().use(broken)
    app.use((error: Error, _request: unknown, response: express.Response, _next: unknown) => {
      response.status(500).send(error.message)
    })
    const url = await listen(createServer(app))
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([500, 'store is down'])
    const plain = broken(
      { headers: {}, async *[Symbol.asyncIterator]() {} },
      { statusCode: 0, setHeader: () => {}, end: () => {} },
    )
    await expect(plain).rejects.toThrow('store is down')
  })
})

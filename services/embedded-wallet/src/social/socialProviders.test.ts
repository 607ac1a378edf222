// How real providers answer, each with its own authorization address. The provider's cloud is the only fake: it speaks
// OAuth 2 over HTTP.
import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ask, createCaller, startService, type TestService } from '../../test/startService.js'
import type { OAuthProvider } from './socialProviders.js'

const publicOrigin = 'https://wallet.example.org'

interface Answer {
  readonly status: number
  readonly body: string
}

let cloud: Server
let origin: string
let running: TestService
let ask: Ask
/** How the cloud answers next, where it doesn't answer as it should. */
let answers: { token?: Answer; user?: Answer } = {}
/** The challenge of the authorization request, by the code that answered it. */
const challenges = new Map<string, string>()

function answerToken(form: URLSearchParams): Answer {
  const challenge = challenges.get(form.get('code') ?? '')
  const proven = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url')
  return challenge === proven
    ? { status: 200, body: '{"access_token":"token","token_type":"bearer","scope":""}' }
    : { status: 400, body: '{"error":"invalid_grant"}' }
}

const keys = await generateKeyPair('ES256')
/** Nonce of the login that is under way, and the times of the id token, in seconds from now. */
let nonce = ''
let times = { iat: 0, exp: 300 }

async function answerOpenId(path: string): Promise<Answer> {
  const issuer = `${origin}/openid`
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: issuer,
    aud: 'client',
    sub: 'alice',
    nonce,
    iat: now + times.iat,
    exp: now + times.exp,
  }
  const pages: Readonly<Record<string, () => unknown>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['ES256'],
    }),
    '/jwks': async () => ({ keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'ES256' }] }),
    '/token': async () => ({
      access_token: 'token',
      token_type: 'bearer',
      id_token: await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(keys.privateKey),
    }),
  }
  return { status: 200, body: JSON.stringify(await pages[path]?.()) }
}

beforeAll(async () => {
  cloud = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url = '' } = request
    const answer = url.startsWith('/openid')
      ? await answerOpenId(url.slice('/openid'.length))
      : url === '/token'
        ? (answers.token ?? answerToken(new URLSearchParams(Buffer.concat(chunks).toString())))
        : (answers.user ?? { status: 200, body: '{"id":42,"name":"alice"}' })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => cloud.listen(0, '127.0.0.1', () => resolve()))
  origin = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`
  const at = (authorizationEndpoint: string): OAuthProvider => ({
    kind: 'oauth',
    authorizationEndpoint,
    tokenEndpoint: `${origin}/token`,
    userEndpoint: `${origin}/user`,
    scope: 'profile',
    subjectField: 'id',
    nameField: 'name',
    clientId: 'client',
    clientSecret: 'secret',
  })
  running = await startService({
    publicOrigin,
    social: {
      github: at('https://github.com/login/oauth/authorize'),
      discord: at('https://discord.com/oauth2/authorize'),
      facebook: at('https://www.facebook.com/v25.0/dialog/oauth'),
      // A provider of which nothing is known, and one whose issuer the host names.
      x: at(`${origin}/login/oauth/authorize`),
      apple: { kind: 'openid', issuer: `${origin}/openid`, clientId: 'client', clientSecret: 'secret' },
      google: { ...at(`${origin}/authorize`), issuer: 'https://issuer.example/tenant' },
    },
  })
  ask = createCaller(running.service.address)
})
afterAll(async () => {
  await running.stop()
  cloud.close()
})

/** Logs in with what the provider adds to the address that it leads back to. */
async function logIn(provider: string, added = '') {
  const { login, uri } = (await ask('/v1/login/social/start', { provider })).body
  const asked = new URL(uri).searchParams
  nonce = asked.get('nonce') ?? ''
  const code = `code-${challenges.size}`
  challenges.set(code, asked.get('code_challenge') ?? '')
  const back = `${publicOrigin}/social-callback?code=${code}&state=${asked.get('state')}${added}`
  return ask('/v1/login/social/finish', { login, uri: back })
}

const iss = (value: string) => `&iss=${encodeURIComponent(value)}`

describe('the issuer that a provider names (RFC 9207)', () => {
  test.each([
    ['github', 'https://github.com/login/oauth'],
    ['discord', 'https://discord.com'],
    ['facebook', 'https://www.facebook.com'],
    ['google', 'https://issuer.example/tenant'],
  ])('of %s is %s, and no other', async (provider, issuer) => {
    expect(await logIn(provider, iss(issuer))).toMatchObject({ status: 200 })
    expect(await logIn(provider)).toMatchObject({ status: 200 })
    for (const other of [`${issuer}/`, `${issuer}x`, `${issuer}?a`, 'https://evil.example', origin]) {
      expect(await logIn(provider, iss(other)), other).toMatchObject({
        status: 401,
        body: { code: 'login_failed' },
      })
    }
    expect(await logIn(provider, iss(issuer) + iss(issuer))).toMatchObject({ status: 401 })
  })

  test.each(['', '/login', '/login/oauth'])(
    'may be its own origin and "%s", where nothing is known of the provider',
    async (path) => {
      expect(await logIn('x', iss(`${origin}${path}`))).toMatchObject({ status: 200 })
    },
  )

  test.each(['/', '/log', '/other', '/login/oauth/', '?a', '#a', '/login/../login'])(
    'may not be its own origin and "%s", where nothing is known of the provider',
    async (path) => {
      expect(await logIn('x', iss(`${origin}${path}`))).toMatchObject({ status: 401 })
    },
  )

  test.each(['https://evil.example', 'evil', 'http://127.0.0.1', 'null', 'javascript:alert(1)'])(
    'may not be %s, where nothing is known of the provider',
    async (issuer) => {
      expect(await logIn('x', iss(issuer))).toMatchObject({ status: 401, body: { code: 'login_failed' } })
    },
  )
})

describe('a provider that doesn’t serve the host', () => {
  const credits =
    '{"title":"CreditsDepleted","detail":"no credits","type":"https://api.x.com/2/problems/credits"}'
  test.each([
    ['has no credit left', { user: { status: 402, body: credits } }],
    ['charges for the token', { token: { status: 402, body: credits } }],
    ['shows the app nobody', { user: { status: 403, body: '{"title":"Forbidden"}' } }],
    ['knows another secret', { token: { status: 401, body: '{"error":"invalid_client"}' } }],
    [
      'knows another secret, as Apple says it',
      { token: { status: 400, body: '{"error":"invalid_client"}' } },
    ],
    [
      'knows another secret, as GitHub says it',
      { token: { status: 200, body: '{"error":"incorrect_client_credentials"}' } },
    ],
    ['lets the app ask so no more', { token: { status: 400, body: '{"error":"unauthorized_client"}' } }],
  ])('is told to the host, and offers the person no other try: it %s', async (_, given) => {
    answers = given
    const before = running.faults.length
    const answer = await logIn('x')
    answers = {}
    expect(answer).toMatchObject({ status: 502, body: { code: 'provider_unavailable' } })
    expect(answer.body.message).not.toMatch(/again/i)
    expect(running.faults).toHaveLength(before + 1)
    expect(String(running.faults.at(-1))).toMatch(/\bx\b.*LATCHKEY_SOCIAL/)
    expect(JSON.stringify(running.faults.at(-1))).not.toContain('secret')
    expect(await logIn('x')).toMatchObject({ status: 200 })
  })

  test.each([
    ['is busy', { user: { status: 429, body: '{}' } }],
    ['fails', { user: { status: 500, body: 'oops' } }],
    ['fails with the token', { token: { status: 503, body: 'oops' } }],
  ])('may do so later: it %s', async (_, given) => {
    answers = given
    const before = running.faults.length
    const answer = await logIn('x')
    answers = {}
    expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    expect(running.faults).toHaveLength(before)
  })

  test.each([
    ['a code that it doesn’t know', { token: { status: 400, body: '{"error":"invalid_grant"}' } }],
    [
      'a code that it doesn’t know, as GitHub says it',
      { token: { status: 200, body: '{"error":"bad_verification_code"}' } },
    ],
    ['an answer that is no JSON', { user: { status: 200, body: '<html>' } }],
  ])('isn’t the reason for %s', async (_, given) => {
    answers = given
    const answer = await logIn('x')
    answers = {}
    expect(answer).toMatchObject({ status: 401, body: { code: 'login_failed' } })
  })
})

describe('the times of an id token', () => {
  test.each([
    ['issued now', { iat: 0, exp: 300 }, 200],
    ['issued by a clock that is 50 s ahead', { iat: 50, exp: 300 }, 200],
    ['issued by a clock that is 50 s behind', { iat: -110, exp: -50 }, 200],
    ['issued in the future', { iat: 90, exp: 300 }, 401],
    ['issued in milliseconds', { iat: 1_790_000_000_000, exp: 300 }, 401],
    ['that has expired', { iat: -300, exp: -90 }, 401],
  ])('%s', async (_, given, status) => {
    times = given
    expect((await logIn('apple')).status).toBe(status)
  })
})

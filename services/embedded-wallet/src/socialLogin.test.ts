import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type OpenId, answerOf, signInAt, startOpenId } from '../../../devstack/src/openid/index.js'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appOrigin, createCaller, startService, type TestService } from '../test/startService.js'

const publicOrigin = 'https://wallet.example.org'
const redirectUri = `${publicOrigin}/social-callback`
const keys = await generateKeyPair('ES256')

let openId: OpenId
let running: TestService
let host: Server
let ask: ReturnType<typeof createCaller>
let issuer: string
/** What the user endpoint was asked with. */
const tokensSeen: string[] = []
/** The lasting id that the user endpoint names, as it stands in its answer. */
let userId = '42'
beforeAll(async () => {
  openId = await startOpenId({ redirectUris: [redirectUri] })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' }
  host = createServer(({ url, headers }, response) => {
    if (url === '/user') tokensSeen.push(headers.authorization ?? '')
    const user = `{"data":{"id":${userId},"username":"alice"}}`
    response.end(url === '/user' ? user : JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()))
  issuer = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const { clientId, clientSecret } = openId
  const oauth = {
    kind: 'oauth',
    authorizationEndpoint: `${openId.issuer}/auth`,
    tokenEndpoint: `${openId.issuer}/token`,
    userEndpoint: `${issuer}/user`,
    scope: 'profile',
    subjectField: 'data.id',
    nameField: 'data.username',
    clientId,
    clientSecret,
  } as const
  const google = { kind: 'openid', issuer: openId.issuer, clientId, clientSecret } as const
  running = await startService({
    publicOrigin,
    social: {
      google,
      discord: { ...oauth, clientAuth: 'basic' },
      apple: { ...google, responseMode: 'form_post' },
    },
    hostTokens: { issuer, audience: 'wallet', jwksUrl: `${issuer}/jwks` },
  })
  // The service's own address is behind the public origin, as behind a proxy.
  ask = createCaller(running.service.address)
})
afterAll(async () => {
  expect(running.faults).toEqual([])
  await running.stop()
  await openId.stop()
  host.close()
})

const begin = async (provider: string) =>
  (await ask('/v1/login/social/start', { provider })).body as { login: string; uri: string }

describe('a social login', () => {
  test.each([
    ['google', 'OpenID Connect'],
    ['discord', 'OAuth 2 only'],
  ])('at %s (%s) signs in, and is the same person the next time', async (provider) => {
    const people: string[] = []
    for (let times = 0; times < 2; times += 1) {
      const { login, uri } = await begin(provider)
      const back = await signInAt(uri, 'alice')
      const answer = await ask('/v1/login/social/finish', { login, uri: back })
      expect(answer).toMatchObject({
        status: 200,
        body: { person: { userName: 'alice', email: null }, access: expect.any(String) },
      })
      people.push(answer.body.person.id)
    }
    expect(people[0]).toBe(people[1])
    expect(tokensSeen.every((token) => /^Bearer \S{20,}$/.test(token))).toBe(true)
  })

  test('asks with PKCE, state and nonce, and for the exact address', async () => {
    const { searchParams } = new URL((await begin('google')).uri)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: redirectUri,
      response_type: 'code',
    })
  })

  test('is finished once, by the browser and the app that began it, with the answer that belongs to it', async () => {
    const [own, other] = [await begin('google'), await begin('google')]
    const back = await signInAt(own.uri, 'bob')
    const refused = { status: 401, body: { code: 'login_failed' } }
    expect(await ask('/v1/login/social/finish', { login: other.login, uri: back })).toMatchObject(refused)
    const elsewhere = createCaller(running.service.address, { origin: 'https://shop.other.example' })
    expect(await elsewhere('/v1/login/social/finish', { login: own.login, uri: back })).toMatchObject(refused)
    for (const uri of [
      back.replace(publicOrigin, 'https://evil.example'),
      back.replace('/social-callback', '/other'),
      back.replace(/state=[^&]+/, 'state=x'),
    ]) {
      expect(await ask('/v1/login/social/finish', { login: own.login, uri })).toMatchObject(refused)
    }
    expect(await ask('/v1/login/social/finish', { login: own.login, uri: back })).toMatchObject({
      status: 200,
    })
    expect(await ask('/v1/login/social/finish', { login: own.login, uri: back })).toMatchObject(refused)
  })

  test('fails when the person refuses, or the code is another one', async () => {
    const denied = await begin('google')
    const state = new URL(denied.uri).searchParams.get('state')
    const uri = `${redirectUri}?error=access_denied&state=${state}&iss=${encodeURIComponent(openId.issuer)}`
    expect(await ask('/v1/login/social/finish', { login: denied.login, uri })).toMatchObject({
      status: 401,
      body: { code: 'user_rejected' },
    })
    const forged = await begin('google')
    const back = new URL(await signInAt(forged.uri, 'carol'))
    back.searchParams.set('code', 'guessed')
    expect(await ask('/v1/login/social/finish', { login: forged.login, uri: back.href })).toMatchObject({
      status: 401,
    })
  })

  test('is over after 15 minutes', async () => {
    const { login, uri } = await begin('google')
    const back = await signInAt(uri, 'dave')
    running.pass(15 * 60_000)
    expect(await ask('/v1/login/social/finish', { login, uri: back })).toMatchObject({ status: 401 })
    running.pass(-15 * 60_000)
  })

  const signInAs = async (id: string) => {
    userId = id
    const { login, uri } = await begin('discord')
    const answer = await ask('/v1/login/social/finish', { login, uri: await signInAt(uri, 'alice') })
    userId = '42'
    return answer
  }

  test('keeps people apart whose ids are numbers above 2^53', async () => {
    const ids = ['9007199254740992', '9007199254740993', '123456789012345678901', '123456789012345678902']
    const people = []
    for (const id of ids) people.push((await signInAs(id)).body.person.id)
    expect(new Set(people).size).toBe(ids.length)
    expect((await signInAs('"9007199254740993"')).body.person.id).toBe(people[1])
  })

  test.each(['{"a":1}', '[]', '[1]', 'null', 'true', '1.5', '1e30', '""'])(
    'is refused where the lasting id is %s',
    async (id) => {
      expect(await signInAs(id)).toMatchObject({ status: 401, body: { code: 'login_failed' } })
    },
  )

  test('at a provider that is not set up is said', async () => {
    expect(await ask('/v1/login/social/start', { provider: 'github' })).toMatchObject({
      status: 404,
      body: { code: 'not_available' },
    })
    expect(await ask('/v1/login/social/start', { provider: '__proto__' })).toMatchObject({ status: 400 })
  })
})

describe('a login that the host vouches for', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const sign = (claims: Record<string, unknown>, header = {}) =>
    new SignJWT({ iss: issuer, aud: 'wallet', sub: 'user-1', iat: now(), exp: now() + 300, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'one', ...header })
      .sign(keys.privateKey)

  test('signs its subject in', async () => {
    const answer = await ask('/v1/login/token', { token: await sign({ name: 'Erin' }) })
    expect(answer).toMatchObject({ status: 200, body: { person: { userName: 'Erin' } } })
    expect((await ask('/v1/login/token', { token: await sign({}) })).body.person.id).toBe(
      answer.body.person.id,
    )
  })

  test.each([
    ['another issuer', { iss: 'https://evil.example' }, '"iss"'],
    ['another audience', { aud: 'other' }, '"aud"'],
    ['no subject', { sub: undefined }, '"sub"'],
    ['a number for its subject', { sub: 42 }, '"sub" is no text'],
    ['an object for its subject', { sub: { id: 'user-1' } }, '"sub" is no text'],
    ['a list for its subject', { sub: ['user-1'] }, '"sub" is no text'],
    ['an empty subject', { sub: '' }, 'it names no subject'],
    ['an end in the past', { exp: now() - 120 }, 'it has expired'],
    ['a start in the future', { nbf: now() + 120 }, 'Check the time settings'],
    ['a birth in the future', { iat: now() + 120 }, 'Check the time settings'],
    ['no end', { exp: undefined }, '"exp"'],
  ])('is refused with %s', async (_, claims, why) => {
    const answer = await ask('/v1/login/token', { token: await sign(claims) })
    expect(answer).toMatchObject({
      status: 401,
      body: { code: 'login_failed', message: expect.stringContaining(why) },
    })
  })

  test('allows for clocks that differ by less than a minute', async () => {
    const own = Math.floor(running.now() / 1000)
    for (const times of [
      { iat: own + 50, nbf: own + 50 },
      { iat: own, exp: own - 50 },
    ]) {
      expect(await ask('/v1/login/token', { token: await sign(times) })).toMatchObject({ status: 200 })
    }
  })

  test('is refused with a signature of somebody else, or none', async () => {
    const stranger = await generateKeyPair('ES256')
    const forged = await new SignJWT({
      iss: issuer,
      aud: 'wallet',
      sub: 'user-1',
      iat: now(),
      exp: now() + 300,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(stranger.privateKey)
    const [, payload] = (await sign({})).split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.x`
    for (const token of [forged, none]) {
      expect(await ask('/v1/login/token', { token })).toMatchObject({ status: 401 })
    }
  })
})

describe('the way back from a provider', () => {
  const get = async (query: string) =>
    (await fetch(`${running.service.address}/social-callback?${query}`)).text()

  test('leads to the page that the app named, which must be its own', async () => {
    const returnTo = `${appOrigin}/shop?a=1&lt=2&b="><script>`
    const { body } = await ask('/v1/login/social/start', { provider: 'google', returnTo })
    const state = new URL(body.uri).searchParams.get('state')
    const page = await get(`state=${state}&code=1`)
    expect(page).toContain(`content="${appOrigin}/shop?a=1&amp;lt=2&amp;b=`)
    expect(page).not.toContain('"><script>')
    for (const elsewhere of ['https://evil.example/', 'javascript:alert(1)', `${appOrigin}.evil.example/`]) {
      const answer = await ask('/v1/login/social/start', { provider: 'google', returnTo: elsewhere })
      expect(answer, elsewhere).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
  })

  test('takes the form that Apple sends, and keeps nothing of it but the answer', async () => {
    const { login, uri } = (await ask('/v1/login/social/start', { provider: 'apple' })).body
    expect(new URL(uri).searchParams.get('response_mode')).toBe('form_post')
    const form = await answerOf(uri, 'frank')
    expect(form.get('code')).toMatch(/.{20,}/)
    form.set('user', '{"name":{"firstName":"Frank"}}')
    const answer = await fetch(`${running.service.address}/social-callback`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    expect(answer.status).toBe(303)
    const back = answer.headers.get('location') ?? ''
    expect(back).toMatch(/^\/social-callback\?/)
    expect(back).not.toContain('Frank')
    expect(await ask('/v1/login/social/finish', { login, uri: `${publicOrigin}${back}` })).toMatchObject({
      status: 200,
      body: { person: { userName: 'frank' } },
    })
  })

  test('says by what a person is signed in, after the login too', async () => {
    const { login, uri } = await begin('discord')
    const { body } = await ask('/v1/login/social/finish', { login, uri: await signInAt(uri, 'grace') })
    expect((await ask('/v1/session/read', {}, body.access)).body).toEqual({
      id: body.person.id,
      email: null,
      userName: 'alice',
      provider: 'discord',
    })
  })
})

test('the page that the provider leads back to is of the app that began, and of nobody else', async () => {
  const { uri } = await begin('google')
  const state = new URL(uri).searchParams.get('state')
  const page = async (query: string) =>
    (await fetch(`${running.service.address}/social-callback?${query}`)).text()
  expect(await page(`state=${state}&code=1`)).toContain(`content="${appOrigin}"`)
  expect(await page('state=unknown&code=1')).not.toContain('app-origin')
})

import * as client from 'openid-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenId, signInAt, startOpenId } from './index.js'

const redirectUri = 'https://wallet.example.org/callback'
let openId: OpenId
beforeAll(async () => {
  openId = await startOpenId({ redirectUris: [redirectUri] })
})
afterAll(() => openId.stop())

async function begin() {
  const config = await client.discovery(
    new URL(openId.issuer),
    openId.clientId,
    openId.clientSecret,
    undefined,
    {
      execute: [client.allowInsecureRequests],
    },
  )
  const verifier = client.randomPKCECodeVerifier()
  const [state, nonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return { config, verifier, state, nonce, url }
}

test('signs anybody in by authorization code with PKCE and nonce', async () => {
  const { config, verifier, state, nonce, url } = await begin()
  const back = await signInAt(url.href, 'alice')
  const tokens = await client.authorizationCodeGrant(config, new URL(back), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
  })
  expect(tokens.claims()).toMatchObject({ sub: 'alice', email: 'alice@example.com', email_verified: true })
})

test('refuses a wrong verifier, and a code that was used', async () => {
  const { config, verifier, state, nonce, url } = await begin()
  const back = new URL(await signInAt(url.href, 'bob'))
  const checks = { expectedState: state, expectedNonce: nonce }
  const wrong = client.authorizationCodeGrant(config, back, { ...checks, pkceCodeVerifier: 'x'.repeat(43) })
  await expect(wrong).rejects.toMatchObject({ error: 'invalid_grant' })
  const redeem = () => client.authorizationCodeGrant(config, back, { ...checks, pkceCodeVerifier: verifier })
  await redeem()
  const used = redeem()
  await expect(used).rejects.toMatchObject({ error: 'invalid_grant' })
})

test('sends nobody to another address', async () => {
  const { url } = await begin()
  url.searchParams.set('redirect_uri', 'https://wallet.example.org.evil.example/callback')
  const response = await fetch(url, { redirect: 'manual' })
  expect(response.status).toBe(400)
  expect(response.headers.get('location')).toBeNull()
})

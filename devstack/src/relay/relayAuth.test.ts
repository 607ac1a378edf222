import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verifyRelayAuth } from './relayAuth.js'

interface Case {
  id: string
  jwt: string
  payload?: { iss: string; aud: string }
}
const { cases } = JSON.parse(
  readFileSync(new URL('./vectors/relay_auth_jwt.json', import.meta.url), 'utf8'),
) as { cases: Case[] }

const audience = 'wss://relay.walletconnect.com'
const issuer = 'did:key:z6MkodHZwneVRShtaLf8JKYkxpDGp1vGZnpGmdBpX8M2exxH'
const now = 1_656_910_097_000
const jwt = cases[0]!.jwt

describe('verifyRelayAuth', () => {
  it.each(cases)('accepts the published token "$id"', ({ jwt }) => {
    expect(verifyRelayAuth(jwt, { audiences: [audience], now })).toEqual({ clientId: issuer, audience })
  })

  it('ignores a trailing slash of the audience', () => {
    expect(verifyRelayAuth(jwt, { audiences: [`${audience}/`], now }).clientId).toBe(issuer)
  })

  it.each([
    ['another audience', jwt, ['ws://127.0.0.1:1'], now],
    ['a clock behind', jwt, [audience], now - 3_600_000],
    ['an old token', jwt, [audience], now + 2 * 86_400_000],
    ['a flipped signature', `${jwt.slice(0, -4)}AAAA`, [audience], now],
    ['a changed payload', changedPayload(jwt), [audience], now],
    ['two parts', 'a.b', [audience], now],
    ['no JSON', 'a.b.c', [audience], now],
    ['an issuer that is no did:key', withIssuer(jwt, 'did:web:example.com'), [audience], now],
    ['an issuer that is not base58', withIssuer(jwt, 'did:key:z0OIl'), [audience], now],
  ])('refuses %s', (_title, token, audiences, at) => {
    expect(() => verifyRelayAuth(token, { audiences, now: at })).toThrowErrorMatchingSnapshot()
  })
})

function withIssuer(token: string, iss: string): string {
  return changed(token, { iss })
}

function changedPayload(token: string): string {
  return changed(token, { sub: 'other' })
}

function changed(token: string, change: object): string {
  const [head, body, signature] = token.split('.')
  const claims = JSON.parse(Buffer.from(body!, 'base64url').toString())
  return `${head}.${Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url')}.${signature}`
}

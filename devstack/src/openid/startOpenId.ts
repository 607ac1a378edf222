import { createServer } from 'node:http'
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import Provider, { type Configuration } from 'oidc-provider'
import { freePort } from '../http/freePort.js'
import { close, listen } from '../http/listen.js'

export interface OpenIdOptions {
  /** Default a free one. */
  readonly port?: number
  /** Where the provider may send people back to. Compared exactly. */
  readonly redirectUris: readonly string[]
  /** Cross-Origin-Opener-Policy of its pages. With `same-origin` they cut off the window that they are in. Default none. */
  readonly openerPolicy?: 'same-origin' | 'same-origin-allow-popups' | undefined
}

export interface OpenId {
  /** The issuer, for example http://127.0.0.1:9400. Its metadata is at `/.well-known/openid-configuration`. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  stop(): Promise<void>
}

/**
 * Starts an OpenID provider on loopback that stands for every social provider: authorization code with PKCE, nonce, and
 * signed tokens. Its login page takes any name: the name is the subject, and `name@example.com` the email address.
 */
export async function startOpenId({ port, redirectUris, openerPolicy }: OpenIdOptions): Promise<OpenId> {
  const used = port || (await freePort())
  const issuer = `http://127.0.0.1:${used}`
  const [clientId, clientSecret] = ['latchkey', 'local-client-secret-of-no-value']
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'local' }
  const configuration = {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['local'] },
    pkce: { required: () => true, methods: ['S256'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: `${sub}@example.com`,
        email_verified: true,
        name: sub,
        preferred_username: sub,
      }),
    }),
  } as Configuration
  const provider = new Provider(issuer, configuration)
  const answer = provider.callback()
  const server = createServer((request, response) => {
    if (openerPolicy) response.setHeader('cross-origin-opener-policy', openerPolicy)
    return answer(request, response)
  })
  await listen(server, used)
  return { issuer, clientId, clientSecret, stop: () => close(server) }
}

import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RedirectProvider } from '@latchkey/plugin-email-auth/protocol'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { OAuthProvider, SocialProviderOptions, SocialProviders } from '../src/social/socialProviders.js'

/** The provider's fault in one login. */
export interface ProviderFault {
  /** `answer` names another issuer in the address that leads back, `token` in the id token. */
  readonly issuer?: 'answer' | 'token'
  /** Seconds that the clock of whoever signs the id token is off. */
  readonly clock?: number
}

export interface ProviderCloud {
  /** The clients of the service at all six providers. */
  readonly social: SocialProviders
  /** Says yes as a person on the provider's page. Returns the parameters of its answer. @throws where the request asks for no login of ours */
  agree(uri: string, person: string, fault?: ProviderFault): URLSearchParams
  /** The number by which a provider knows a person, whatever they call themselves. */
  idOf(person: string): string
  stop(): Promise<void>
}

/** How a provider differs from the others, as the README of the service lists them. */
interface Dialect {
  readonly authorization: string
  /** RFC 9207; of some there is none. */
  readonly issuer?: string
  user?(id: string, name: string): string
  readonly subjectField?: string
  readonly nameField?: string
  readonly clientAuth?: 'basic'
}

/** Ids are numbers above 2^53, of which one apart from the next is another person. */
const firstId = 9_007_199_254_740_992n
const dialects: Readonly<Record<Exclude<RedirectProvider, 'google' | 'apple'>, Dialect>> = {
  github: {
    authorization: 'https://github.com/login/oauth/authorize',
    issuer: 'https://github.com/login/oauth',
    user: (id, name) => `{"login":"${name}","id":${id},"email":null}`,
    nameField: 'login',
  },
  discord: {
    authorization: 'https://discord.com/oauth2/authorize',
    issuer: 'https://discord.com',
    user: (id, name) => `{"id":"${id}","username":"${name}"}`,
    nameField: 'username',
  },
  facebook: {
    authorization: 'https://www.facebook.com/v25.0/dialog/oauth',
    user: (id, name) => `{"name":"${name}","id":"${id}"}`,
    nameField: 'name',
  },
  x: {
    authorization: 'https://x.com/i/oauth2/authorize',
    user: (id, name) => `{"data":{"id":"${id}","name":"X","username":"${name}"}}`,
    subjectField: 'data.id',
    nameField: 'data.username',
    clientAuth: 'basic',
  },
}

interface Grant {
  readonly provider: string
  readonly person: string
  readonly challenge: string
  readonly nonce: string
  readonly fault: ProviderFault
}

const [clientId, clientSecret] = ['client', 'secret']
const other = 'https://issuer.example'

/** Starts the clouds of six providers on loopback: OAuth 2 with PKCE, codes that work once, and OpenID Connect of two of them. */
export async function startProviderCloud(redirectUri: string): Promise<ProviderCloud> {
  const keys = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' }
  const [grants, tokens, ids] = [
    new Map<string, Grant>(),
    new Map<string, Grant>(),
    new Map<string, string>(),
  ]
  const idOf = (person: string) => {
    const id = ids.get(person) ?? String(firstId + BigInt(ids.size))
    ids.set(person, id)
    return id
  }

  async function idToken({ provider, person, nonce, fault }: Grant): Promise<string> {
    const now = Math.floor(Date.now() / 1000) + (fault.clock ?? 0)
    const iss = fault.issuer === 'token' ? other : `${origin}/${provider}`
    return new SignJWT({
      iss,
      aud: clientId,
      sub: idOf(person),
      name: person,
      nonce,
      iat: now,
      exp: now + 600,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(keys.privateKey)
  }

  async function redeem(provider: string, form: URLSearchParams): Promise<object> {
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const verifier = form.get('code_verifier') ?? ''
    const isProven =
      grant?.provider === provider &&
      grant.challenge === createHash('sha256').update(verifier).digest('base64url') &&
      form.get('redirect_uri') === redirectUri
    if (!isProven) return { error: 'invalid_grant' }
    const token = randomBytes(16).toString('hex')
    tokens.set(token, grant)
    const isOpenId = !Object.hasOwn(dialects, provider)
    const scope = isOpenId ? { id_token: await idToken(grant) } : { scope: '' }
    return { access_token: token, token_type: 'bearer', ...scope }
  }

  async function answer(request: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [, provider = '', page = ''] = /^\/(\w+)\/(.*)$/.exec(request.url ?? '') ?? []
    if (page === 'jwks') return JSON.stringify({ keys: [jwk] })
    if (page === 'token') {
      return JSON.stringify(await redeem(provider, new URLSearchParams(Buffer.concat(chunks).toString())))
    }
    if (page === 'user') {
      const token = /^bearer (\w+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
      const person = tokens.get(token)?.person ?? ''
      return dialects[provider as keyof typeof dialects].user?.(idOf(person), person) ?? ''
    }
    return JSON.stringify(metadataOf(`${origin}/${provider}`))
  }

  const cloud = createServer((request, response) => {
    answer(request).then(
      (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => cloud.listen(0, '127.0.0.1', () => resolve()))
  const origin = `http://127.0.0.1:${(cloud.address() as AddressInfo).port}`
  return {
    social: clientsOf(origin),
    idOf,
    agree(uri, person, fault = {}) {
      const { provider, asked } = readRequest(uri, origin, redirectUri)
      const code = randomBytes(16).toString('hex')
      const [challenge, nonce] = [asked.get('code_challenge') ?? '', asked.get('nonce') ?? '']
      grants.set(code, { provider, person, challenge, nonce, fault })
      const own = provider === 'google' ? `${origin}/google` : dialectOf(provider)?.issuer
      const iss = fault.issuer === 'answer' ? other : own
      return new URLSearchParams({
        code,
        state: asked.get('state') ?? '',
        ...(iss === undefined ? {} : { iss }),
      })
    },
    stop: () => new Promise((resolve) => void cloud.close(() => resolve())),
  }
}

const dialectOf = (provider: string): Dialect | undefined =>
  Object.hasOwn(dialects, provider) ? dialects[provider as keyof typeof dialects] : undefined

/** Checks a request as a provider does before it asks a person. */
function readRequest(uri: string, origin: string, redirectUri: string) {
  const { href, pathname, searchParams: asked } = new URL(uri)
  const named = Object.entries(dialects).find(([, { authorization }]) => href.startsWith(`${authorization}?`))
  const provider = named?.[0] ?? (href.startsWith(origin) ? (pathname.split('/')[1] ?? '') : '')
  const wanted = {
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge_method: 'S256',
  }
  const isAsked = Object.entries(wanted).every(([name, value]) => asked.get(name) === value)
  if (provider === '' || !isAsked) throw new Error(`The provider shows an error for ${uri}.`)
  return { provider, asked }
}

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ['ES256'],
})

function clientsOf(origin: string): SocialProviders {
  const oauth = Object.entries(dialects).map(([provider, dialect]): [string, SocialProviderOptions] => {
    const { authorization, subjectField = 'id', nameField = 'name', clientAuth } = dialect as Dialect
    const options: OAuthProvider = {
      ...{ kind: 'oauth', authorizationEndpoint: authorization, scope: 'profile', subjectField, nameField },
      tokenEndpoint: `${origin}/${provider}/token`,
      userEndpoint: `${origin}/${provider}/user`,
      ...{ clientId, clientSecret },
      ...(clientAuth === undefined ? {} : { clientAuth }),
    }
    return [provider, options]
  })
  const openId = { kind: 'openid', clientId, clientSecret } as const
  return {
    ...Object.fromEntries(oauth),
    google: { ...openId, issuer: `${origin}/google` },
    apple: { ...openId, issuer: `${origin}/apple`, responseMode: 'form_post' },
  }
}

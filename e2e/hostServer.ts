import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HostServer {
  /** The options for the wallet's service. */
  readonly tokens: { readonly issuer: string; readonly audience: string; readonly jwksUrl: string }
  /** Where the app's page asks for the token of the person who is logged in. */
  readonly tokenUrl: string
  /** How many tokens the page has asked for. */
  readonly asked: () => number
  /** The token that the page gets from now on. */
  answer(make: (host: TokenMaker) => string): void
  stop(): Promise<void>
}

export interface TokenMaker {
  readonly issuer: string
  /** The host's keys. `stranger` is one that the host doesn't publish. */
  readonly own: KeyObject
  readonly stranger: KeyObject
  readonly publicPem: string
  token(claims?: Readonly<Record<string, unknown>>, header?: object, key?: KeyObject | string): string
}

const base64url = (text: string) => Buffer.from(text).toString('base64url')

/** An app's own server: it knows its users, signs tokens for them, and publishes its key. */
export async function startHostServer(): Promise<HostServer> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }
  let [asked, next] = [0, '']
  const server = createServer((request, response) => {
    const isToken = request.url === '/token'
    if (isToken) asked += 1
    response
      .writeHead(200, { 'access-control-allow-origin': '*' })
      .end(isToken ? next : JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const maker: TokenMaker = {
    issuer,
    own: privateKey,
    stranger,
    publicPem: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    token(claims = {}, header = {}, key = privateKey) {
      const now = Math.floor(Date.now() / 1000)
      const all = {
        iss: issuer,
        aud: 'wallet',
        sub: 'customer-1',
        name: 'Erin',
        iat: now,
        exp: now + 300,
        ...claims,
      }
      const head = base64url(JSON.stringify({ alg: 'ES256', kid: 'one', ...header }))
      const text = `${head}.${base64url(JSON.stringify(all))}`
      const signature =
        typeof key === 'string'
          ? createHmac('sha256', key).update(text).digest()
          : sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
      return `${text}.${signature.toString('base64url')}`
    },
  }
  return {
    tokens: { issuer, audience: 'wallet', jwksUrl: `${issuer}/keys` },
    tokenUrl: `${issuer}/token`,
    asked: () => asked,
    answer(make) {
      next = make(maker)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

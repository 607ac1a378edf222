import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createHandlers,
  createSessions,
  createVerifier,
  eip155,
  memoryNonces,
  memorySessions,
  nodeHandler,
} from '../src/server/index.js'

export const origin = 'https://app.example'

/** The server handlers behind Node's http server. `rpc`: its Ethereum node. */
export async function startSignInServer(clock: () => number, rpc?: string) {
  const refused: string[] = []
  const handlers = createHandlers({
    verifier: createVerifier({
      domain: 'app.example',
      verifiers: [eip155(rpc ? { rpc: { 1: rpc } } : {})],
      nonces: memoryNonces(),
      clock,
    }),
    sessions: createSessions({ store: memorySessions(), secrets: ['s'.repeat(32)], clock }),
    origins: [origin],
    clock,
    onRefused: ({ code }) => refused.push(code),
  })
  const handle = nodeHandler(handlers.handle)
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api/siwx`,
    refused,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A browser's fetch: sends the page's origin, and keeps cookies where it is told to send credentials. */
export function browserFetch(send: typeof fetch, jar = new Map<string, string>()): typeof fetch {
  return async (input, init) => {
    const request = new Request(input as Request, init)
    const headers = new Headers(request.headers)
    const isTrusted = request.credentials !== 'omit'
    headers.set('origin', origin)
    if (isTrusted) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const body = request.method === 'GET' ? undefined : await request.text()
    const answer = await send(request.url, { method: request.method, headers, ...(body ? { body } : {}) })
    for (const cookie of isTrusted ? answer.headers.getSetCookie() : []) {
      const [pair = '', ...attributes] = cookie.split('; ')
      const at = pair.indexOf('=')
      if (attributes.includes('Max-Age=0')) jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
}

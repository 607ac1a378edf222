import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  bip122,
  createHandlers,
  createSessions,
  createVerifier,
  eip155,
  memoryNonces,
  memorySessions,
  nodeHandler,
  polkadot,
  solana,
  type Verified,
} from '@latchkey/plugin-siwx/server'
import type { RunningServer } from './staticServer.js'

export interface SignInServer extends RunningServer {
  /** Every sign-in that was verified, oldest first. */
  readonly signIns: readonly Verified[]
  readonly refused: readonly string[]
}

/**
 * What a host would run: the app and the sign-in routes on one origin.
 * @param rpc nodes by decimal chain id, for accounts that are contracts
 */
export async function startSignInServer(
  appUrl: string,
  rpc: Readonly<Record<string, string>> = {},
): Promise<SignInServer> {
  const signIns: Verified[] = []
  const refused: string[] = []
  let handle: ReturnType<typeof nodeHandler> | undefined
  const server = createServer((request, response) => {
    const isApi = request.url?.startsWith('/api/siwx/')
    const answer = isApi ? handle?.(request, response) : proxy(`${appUrl}${request.url}`, response)
    answer?.catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const domain = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const handlers = createHandlers({
    verifier: createVerifier({
      domain,
      verifiers: [eip155({ rpc }), solana(), bip122(), polkadot()],
      nonces: memoryNonces(),
    }),
    sessions: createSessions({ store: memorySessions(), secrets: ['e2e'.repeat(12)] }),
    origins: [`http://${domain}`],
    onSignIn: (verified) => void signIns.push(...verified),
    onRefused: ({ code }) => void refused.push(code),
  })
  handle = nodeHandler(handlers.handle)
  return {
    url: `http://${domain}`,
    signIns,
    refused,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function proxy(url: string, response: ServerResponse): Promise<void> {
  const answer = await fetch(url)
  const names = ['content-type', 'content-security-policy']
  const headers = names.flatMap((name) =>
    answer.headers.has(name) ? [[name, answer.headers.get(name)]] : [],
  )
  response.writeHead(answer.status, Object.fromEntries(headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}

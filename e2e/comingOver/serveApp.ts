import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { verifyMessage } from 'viem'
import { parseSiweMessage } from 'viem/siwe'

export interface ServedApp {
  readonly url: string
  /** Files that the page was given, by path. */
  readonly given: ReadonlyMap<string, Buffer>
  stop(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Serves a built app, and the app's own sign-in at `/api`, which knows one person at a time. */
export async function serveApp(folder: string): Promise<ServedApp> {
  const given = new Map<string, Buffer>()
  const answerApi = createSignIn()
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://app').pathname)
    if (path.startsWith('/api/')) return answerApi(path.slice('/api/'.length), request, response)
    const content = readOrNothing(join(folder, path === '/' ? 'index.html' : path))
    if (!content) return void response.writeHead(404).end()
    given.set(path, content)
    const type = types[extname(path === '/' ? '.html' : path)] ?? 'text/html; charset=utf-8'
    response.writeHead(200, { 'content-type': type }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    given,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function readOrNothing(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Checks domain, nonce and signature of a sign-in, and keeps who signed in. */
function createSignIn() {
  let nonce = ''
  let session: { readonly address: string; readonly chainId: number } | null = null
  return async (action: string, request: IncomingMessage, response: ServerResponse) => {
    const end = (status: number, body: string) => void response.writeHead(status).end(body)
    if (action === 'me') return end(200, JSON.stringify(session))
    if (action === 'nonce') {
      nonce = randomBytes(16).toString('hex')
      return end(200, nonce)
    }
    if (action === 'sign-out') {
      session = null
      return end(200, '')
    }
    if (action !== 'verify') return end(404, '')
    const { message, signature } = JSON.parse(await bodyOf(request)) as {
      message: string
      signature: `0x${string}`
    }
    const { address, chainId, domain, nonce: signed } = parseSiweMessage(message)
    const isOurs = address && chainId && signed === nonce && domain === request.headers.host
    if (!isOurs || !(await verifyMessage({ address, message, signature }))) return end(403, '')
    nonce = randomBytes(16).toString('hex')
    session = { address, chainId }
    return end(200, '')
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

// A wallet-data service behind one that changes what is asked and answered. Not published.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Changes what is asked or answered on the way. */
export interface Lie {
  ask?(path: string, body: Record<string, unknown>): unknown
  answer?(path: string, body: any): unknown
  /** Refuses in place of the service. */
  status?(path: string, url: URL): number | undefined
}

export interface LyingProxy {
  readonly url: string
  /** Lies from now on; without a lie it passes everything on as it is. */
  lie(lie?: Lie): void
  stop(): void
}

/** Stands before a service, which it passes requests on to. */
export async function startLyingProxy(target: string): Promise<LyingProxy> {
  let current: Lie = {}
  const server = createServer((request, response) => {
    // The one that asked may be gone, or the service has ended.
    pass({ target, lie: current }, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: (lie = {}) => {
      current = lie
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function pass(
  { target, lie }: { readonly target: string; readonly lie: Lie },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '' } = request
  const place = new URL(url, target)
  const path = place.pathname
  const status = lie.status?.(path, place)
  if (status !== undefined) return void response.writeHead(status).end('{}')
  const given = await text(request)
  const asked: unknown = given === '' ? undefined : JSON.parse(given)
  const sent = asked === undefined ? undefined : (lie.ask?.(path, asked as never) ?? asked)
  const headers = { 'content-type': 'application/json' }
  const body = sent === undefined ? {} : { body: JSON.stringify(sent) }
  const answer = await fetch(`${target}${url}`, { method, headers, ...body })
  const honest = (await answer.json()) as unknown
  const told = answer.ok ? (lie.answer?.(path, honest) ?? honest) : honest
  response.writeHead(answer.status, headers).end(JSON.stringify(told))
}

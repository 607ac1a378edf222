// A wallet-data service whose answers a test decides, over real HTTP. Not published.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ServiceRequest {
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** What to answer; a promise that never settles hangs the request. */
export type Handler = (request: ServiceRequest) => Reply | Promise<Reply>

export interface ServiceServer {
  readonly url: string
  readonly requests: readonly ServiceRequest[]
  /** Requests of paths that begin so. */
  asked(path: string): readonly ServiceRequest[]
  /** Answers paths that begin so, later ones first. What nobody answers is 404. */
  on(path: string, handler: Handler | Reply): void
  /** The next requests of paths that begin so get this instead. */
  fail(path: string, reply: Reply, times?: number): void
  stop(): Promise<void>
}

/** The contract's error body. */
export const failed = (status: number, description: string, field = ''): Reply => ({
  status,
  body: { status: 'FAILED', reasons: [{ field, description }] },
})

export async function startServiceServer(
  networks: readonly string[] = ['test:1', 'test:2'],
): Promise<ServiceServer> {
  const requests: ServiceRequest[] = []
  const handlers: { readonly path: string; readonly handler: Handler }[] = []
  let failures: { readonly path: string; readonly reply: Reply; left: number }[] = []

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const asked: ServiceRequest = {
        method: request.method ?? '',
        path: decodeURIComponent(pathname),
        query: Object.fromEntries(searchParams),
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString() || 'null'),
      }
      requests.push(asked)
      const failure = failures.find(({ path, left }) => left > 0 && asked.path.startsWith(path))
      if (failure) failure.left -= 1
      const handler = handlers.findLast(({ path }) => asked.path.startsWith(path))?.handler
      const {
        status = 200,
        headers = {},
        body,
      } = failure?.reply ?? (await handler?.(asked)) ?? failed(404, 'There is no such route.')
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(body === undefined ? '' : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const on: ServiceServer['on'] = (path, handler) =>
    void handlers.push({ path, handler: typeof handler === 'function' ? handler : () => handler })
  on('/v1/supported-chains', { body: { http: networks, ws: [] } })
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    asked: (path) => requests.filter((request) => request.path.startsWith(path)),
    on,
    fail(path, reply, times = Number.POSITIVE_INFINITY) {
      failures = [{ path, reply, left: times }]
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a server answers: a status and JSON, or nothing for as long as it runs. */
export type Answer = { readonly status?: number; readonly json?: unknown } | 'nothing'

/** Starts a real server on loopback, which answers as it’s told to. */
export async function startServer(answer: (url: URL, count: number) => Answer) {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    asked.push(url)
    const said = answer(url, asked.length)
    if (said === 'nothing') return
    response.writeHead(said.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(said.json ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: asked as readonly URL[],
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

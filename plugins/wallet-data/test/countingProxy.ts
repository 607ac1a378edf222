// Passes every request on and counts them. Not published.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CountingProxy {
  readonly url: string
  count(): number
  stop(): Promise<void>
}

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks)
      const answer = await fetch(`${target.replace(/\/$/, '')}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { 'content-type': 'application/json', origin: 'http://localhost' },
        ...(body.length > 0 ? { body } : {}),
      })
      response
        .writeHead(answer.status, {
          'content-type': answer.headers.get('content-type') ?? 'application/json',
        })
        .end(Buffer.from(await answer.arrayBuffer()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server on the loopback interface that answers with what `respond` returns: text or JSON. */
export async function startTestNode(respond: (path: string, body: string) => unknown) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const answer = respond(request.url ?? '', body)
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

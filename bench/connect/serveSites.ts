import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Site } from './builds.js'

const types = { js: 'text/javascript', css: 'text/css' } as const

/** Serves each site under its name, compressed. */
export async function serveSites(
  sites: ReadonlyMap<string, Site>,
): Promise<{ readonly url: string; stop(): void }> {
  const server = createServer((request, response) => {
    const [, name = '', ...rest] = (request.url ?? '/').split('/')
    const path = `/${rest.join('/')}`
    const content = sites.get(name)?.get(path)
    if (!content) {
      response.writeHead(404).end()
      return
    }
    const body = gzipSync(content, { level: 9 })
    response.writeHead(200, {
      'content-type': types[path.slice(path.lastIndexOf('.') + 1) as keyof typeof types] ?? 'text/html',
      'content-encoding': 'gzip',
      'content-length': body.length,
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  }
}

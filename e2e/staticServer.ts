import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

export interface RunningServer {
  readonly url: string
  stop(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

/**
 * Serves a folder on loopback, every file with the given headers.
 *
 * @param isCompressed Whether files are sent as gzip, as public hosts send them. Default: as they are.
 */
export async function serveFolder(
  folder: string,
  headers: Readonly<Record<string, string>> = {},
  isCompressed = false,
): Promise<RunningServer> {
  const compress = promisify(gzip)
  const read = async (file: string) => (isCompressed ? compress(await readFile(file)) : readFile(file))
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent((request.url ?? '/').split('?')[0] as string))
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    if (!file.startsWith(folder)) {
      response.writeHead(403).end()
      return
    }
    read(file).then(
      (content) => {
        response.writeHead(200, {
          'content-type': types[extname(file)] ?? 'application/octet-stream',
          ...(isCompressed && { 'content-encoding': 'gzip' }),
          ...headers,
        })
        response.end(content)
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

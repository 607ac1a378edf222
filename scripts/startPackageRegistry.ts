import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Archive {
  readonly name: string
  readonly version: string
  readonly manifest: object
  readonly content: Buffer
}

export interface PackageRegistry {
  readonly url: string
  stop(): void
}

/**
 * Serves packed packages to npm as if they were published. Everything else is handed on to the registry of this machine,
 * archives too, so that who installs needs to reach nothing but this.
 *
 * @param files Paths of packed packages.
 * @param upstream Registry of this machine.
 */
export async function startPackageRegistry(
  files: readonly string[],
  upstream: string,
): Promise<PackageRegistry> {
  const archives = new Map(files.map(readArchive).map((archive) => [archive.name, archive]))
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(502).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent((request.url ?? '/').slice(1))
    const own = archives.get(path.replace(/\/-\/packed\.tgz$/, ''))
    if (own && path !== own.name) return void response.end(own.content)
    if (own) return void response.end(JSON.stringify(describe(own, url)))
    const found = await fetch(new URL((request.url ?? '/').slice(1), upstream), {
      method: request.method ?? 'GET',
      headers: { accept: request.headers.accept ?? '*/*' },
    })
    const content = Buffer.from(await found.arrayBuffer())
    const type = found.headers.get('content-type') ?? ''
    response.writeHead(found.status, { 'content-type': type })
    response.end(type.includes('json') ? content.toString().replaceAll(upstream, url) : content)
  }

  return {
    url,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function readArchive(file: string): Archive {
  const text = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' })
  const manifest = JSON.parse(text) as { name: string; version: string }
  return { name: manifest.name, version: manifest.version, manifest, content: readFileSync(file) }
}

function describe({ name, version, manifest, content }: Archive, url: string): object {
  const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`
  const dist = { tarball: `${url}${name}/-/packed.tgz`, integrity }
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } }
}

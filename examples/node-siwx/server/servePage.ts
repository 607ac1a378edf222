import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../dist', import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** The widget needs no inline script or style and no eval. `https:` is for the public nodes of the chains. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self' https:",
  "frame-ancestors 'none'",
].join('; ')

/** Serves what `vite build` made. */
export async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const file = join(folder, pathname === '/' ? 'index.html' : decodeURIComponent(pathname))
  const content = file.startsWith(folder + sep) ? await readFile(file).catch(() => undefined) : undefined
  if (!content) {
    response.writeHead(404).end()
    return
  }
  const type = types[extname(file)] ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(content)
}

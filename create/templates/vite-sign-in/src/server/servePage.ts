import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, resolve, sep } from 'node:path'

const folder = resolve('dist')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/**
 * The widget needs no inline script, no inline style and no `eval`. `https:` and `wss:` are for endpoints of networks, and
 * pictures of tokens: name yours instead once you know them.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: https:",
  "connect-src 'self' https: wss:",
  'frame-src https:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Serves what `vite build` made. */
export async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const file = fileOf(pathname)
  const content = file ? await readFile(file).catch(() => undefined) : undefined
  if (!file || !content) {
    response.writeHead(404).end()
    return
  }
  const type = types[extname(file)] ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(content)
}

/** The file that a path stands for, below the folder only. */
function fileOf(pathname: string): string | undefined {
  try {
    const file = join(folder, pathname === '/' ? 'index.html' : decodeURIComponent(pathname))
    return file.startsWith(folder + sep) ? file : undefined
  } catch {
    // Not written as a path is: nothing has that name.
    return undefined
  }
}

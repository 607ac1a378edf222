import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export interface ServedPage {
  readonly origin: string
  stop(): Promise<void>
}

/** Builds the page as an app's bundler would, in chunks, and serves it under a strict policy. */
export async function servePage(): Promise<ServedPage> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./page.ts', import.meta.url))],
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  })
  const files = new Map(outputFiles.map((file) => [`/${basename(file.path)}`, file.contents]))
  const server = createServer((request, response) => {
    const script = files.get(new URL(request.url ?? '/', 'http://localhost').pathname)
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    response.setHeader(
      'content-security-policy',
      "default-src 'self'; connect-src http://127.0.0.1:*; img-src data:; require-trusted-types-for 'script'",
    )
    response.end(script ?? '<!doctype html><title>App</title><script type="module" src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { build as vite, type Rolldown } from 'vite'

/** Builds the apps of the connect job as hosts do, and serves them. */

/** `ours` lists EVM alone, `everything` each chain and most features. */
export const candidates = ['floor', 'ours', 'everything'] as const
export type Candidate = (typeof candidates)[number]

export const bundlers = ['vite', 'esbuild'] as const
export type Bundler = (typeof bundlers)[number]

/** What a server gives out, by path. */
type Site = ReadonlyMap<string, Buffer>

const apps = join(dirname(fileURLToPath(import.meta.url)), 'apps')

/** With preload links for what the entry imports, as Vite writes them into every page. */
async function buildWithVite(name: Candidate): Promise<Site> {
  const { output } = (await vite({
    configFile: false,
    logLevel: 'error',
    root: apps,
    base: './',
    build: { write: false, target: 'es2022', rolldownOptions: { input: join(apps, `${name}.html`) } },
  })) as Rolldown.RolldownOutput
  return new Map(
    output.map((item) => [
      `/${item.fileName === `${name}.html` ? '' : item.fileName}`,
      Buffer.from(item.type === 'chunk' ? item.code : item.source),
    ]),
  )
}

/** As it comes: many chunks, found one after the other. */
async function buildWithEsbuild(name: Candidate): Promise<Site> {
  const { outputFiles } = await esbuild({
    entryPoints: [join(apps, `${name}.tsx`)],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    outdir: 'out',
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  const files = outputFiles.map(
    ({ path, contents }) => [path.slice(path.lastIndexOf('/out/') + 4), Buffer.from(contents)] as const,
  )
  const head = files
    .filter(([path]) => path.endsWith('.css'))
    .map(([path]) => `<link rel="stylesheet" href=".${path}">`)
    .join('')
  const page = `<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}<div id="root"></div><script type="module" src="${name}.js"></script>`
  return new Map([['/', Buffer.from(page)], ...files])
}

const types = { js: 'text/javascript', css: 'text/css' } as const

/** Serves each app, under its name, compressed. */
export async function serveApps(bundler: Bundler): Promise<{ readonly url: string; stop(): void }> {
  const build = bundler === 'vite' ? buildWithVite : buildWithEsbuild
  const sites = new Map<string, Site>()
  for (const name of candidates) sites.set(name, await build(name))
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

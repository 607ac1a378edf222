import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build as esbuild, transformSync } from 'esbuild'
import { build as vite, type Rolldown } from 'vite'
import { install, type Project } from './projects.js'

/** Builds a project as a host does who leaves the bundler's own settings alone. */

/** What a server gives out, by path. */
export type Site = ReadonlyMap<string, Buffer>

export const bundlers = ['vite', 'esbuild', 'webpack'] as const
export type Bundler = (typeof bundlers)[number]

export const builds: Readonly<Record<Bundler, (project: Project) => Promise<Site>>> = {
  vite: buildWithVite,
  esbuild: buildWithEsbuild,
  webpack: buildWithWebpack,
}

const page = (head: string, script: string) =>
  `<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${head}<div id="root"></div>${script}`

/** With preload links for what the entry imports, as Vite writes them into every page. */
async function buildWithVite({ folder, entry }: Project): Promise<Site> {
  writeFileSync(join(folder, 'index.html'), page('', `<script type="module" src="./${entry}"></script>`))
  const { output } = (await vite({
    configFile: false,
    logLevel: 'error',
    root: folder,
    base: './',
    build: { write: false, target: 'es2022' },
  })) as Rolldown.RolldownOutput
  return new Map(
    output.map((item) => [
      item.fileName === 'index.html' ? '/' : `/${item.fileName}`,
      Buffer.from(item.type === 'chunk' ? item.code : item.source),
    ]),
  )
}

/** As it comes: a chunk for every few modules that the same entries share, whatever its size. */
async function buildWithEsbuild({ name, folder, entry }: Project): Promise<Site> {
  const { outputFiles } = await esbuild({
    entryPoints: [join(folder, entry)],
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
  return withPage(files, `<script type="module" src="${name}.js"></script>`)
}

function withPage(files: readonly (readonly [string, Buffer])[], script: string): Site {
  const head = files
    .filter(([path]) => path.endsWith('.css'))
    .map(([path]) => `<link rel="stylesheet" href=".${path}">`)
    .join('')
  return new Map([['/', Buffer.from(page(head, script))], ...files])
}

type Webpack = (
  options: object,
  done: (error: Error | null, stats?: { hasErrors(): boolean; toString(options: string): string }) => void,
) => void

/** It isn't a dependency of this repository, and is installed by the first build that asks for it. */
function requireWebpack(): Webpack {
  const folder = install('webpack', { webpack: '5.112.2' })
  return createRequire(join(folder, 'package.json'))('webpack') as Webpack
}

/** As webpack splits by itself: what chunks share is repeated in each of them below 20 kB. */
async function buildWithWebpack({ name, folder, entry }: Project): Promise<Site> {
  const source = readFileSync(join(folder, entry), 'utf8')
  const module = join(folder, `${name}.webpack.js`)
  writeFileSync(module, transformSync(source, { loader: 'tsx', jsx: 'automatic', target: 'es2022' }).code)
  const path = join(folder, 'out')
  mkdirSync(path)
  await run(requireWebpack(), {
    mode: 'production',
    context: folder,
    target: ['web', 'es2022'],
    entry: module,
    output: { path, filename: `${name}.js`, publicPath: '' },
    experiments: { css: true },
    performance: false,
  })
  const files = readdirSync(path)
    .filter((file) => /\.(?:js|css)$/.test(file))
    .map((file) => [`/${file}`, readFileSync(join(path, file))] as const)
  return withPage(files, `<script defer src="${name}.js"></script>`)
}

function run(compile: Webpack, options: object): Promise<void> {
  return new Promise((resolve, reject) => {
    compile(options, (error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')))
      else resolve()
    })
  })
}

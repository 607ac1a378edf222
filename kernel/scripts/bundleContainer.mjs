// Makes `container/`, which the kernel loads as `#container`: what the kernel uses of tsyringe, in one file.
//
// Only factories are registered, so tsyringe's decorators, and the metadata they read, are left out by the entry below.
// Bundlers do not shake methods off a class; `keepReached` does, by what calls what.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { parseAst } from 'vite'

/** What `services.ts` calls. The declaration below offers nothing else. */
const used = ['createChildContainer', 'isRegistered', 'register', 'resolve']
/** What only classes and their parameters lead to: tokens are symbols and providers are factories. */
const unused = ['construct', 'resolveAll']
/** What does nothing while nothing can be put in its list. */
const idle = ['executePreResolutionInterceptor', 'executePostResolutionInterceptor']

const kernel = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(kernel, 'container')
const tsyringe = dirname(createRequire(join(kernel, 'package.json')).resolve('tsyringe/package.json'))

await build({
  stdin: {
    contents: `
      export { instance as container } from 'tsyringe/dist/esm2015/dependency-container.js'
      export { default as instanceCachingFactory } from 'tsyringe/dist/esm2015/factories/instance-caching-factory.js'`,
    resolveDir: kernel,
  },
  bundle: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  banner: { js: `// Parts of ${nameOf(tsyringe)}: see LICENSE.txt beside this file.` },
  outfile: join(folder, 'index.js'),
  plugins: [
    {
      name: 'used methods',
      setup({ onLoad }) {
        onLoad({ filter: /esm2015[/\\]dependency-container\.js$/ }, ({ path }) => ({
          contents: keepReached(readFileSync(path, 'utf8')),
        }))
        onLoad({ filter: /esm2015[/\\]lazy-helpers\.js$/ }, ({ path }) => ({
          contents: emptyClass(readFileSync(path, 'utf8')),
        }))
      },
    },
  ],
})

mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'index.d.ts'),
  `/** What the kernel uses of ${nameOf(tsyringe)}. */
export interface Container {
  createChildContainer(): Container
  isRegistered(token: symbol): boolean
  register<T>(token: symbol, provider: { useFactory: () => T }): unknown
  resolve<T>(token: symbol): T
}
export declare const container: Container
/** The factory, run at most once. */
export declare function instanceCachingFactory<T>(factory: () => T): () => T
`,
)
writeFileSync(
  join(folder, 'LICENSE.txt'),
  `${nameOf(tsyringe)}\n\n${readFileSync(join(tsyringe, 'LICENSE'), 'utf8').trim()}\n`,
)

function nameOf(path) {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  return `${name} ${version} (${license})`
}

/** The source without the methods of its class that nothing used reaches. */
function keepReached(source) {
  const [{ body }] = find(parseAst(source), (node) => node.type === 'ClassDeclaration')
  const methods = new Map(body.body.map((method) => [method.key.name, method]))
  const reached = new Set()
  const waiting = ['constructor', ...used]
  for (const name of waiting) {
    const method = methods.get(name)
    if (!method || reached.has(name) || unused.includes(name)) continue
    reached.add(name)
    if (idle.includes(name)) continue
    for (const { property } of find(method, (node) => node.type === 'MemberExpression'))
      waiting.push(property.name)
  }
  const missing = [...used, ...unused, ...idle].filter((name) => !methods.has(name))
  if (missing.length > 0) throw new Error(`${nameOf(tsyringe)} has no method ${missing.join(', ')}.`)
  return [...methods]
    .filter(([name]) => !reached.has(name) || idle.includes(name))
    .reverse()
    .reduce(
      (text, [name, { start, end }]) =>
        `${text.slice(0, start)}${idle.includes(name) ? `${name}() {}` : ''}${text.slice(end)}`,
      source,
    )
}

/** The source with nothing in its class. Only `delay` makes one, and the entry leaves it out; others ask for `instanceof`. */
function emptyClass(source) {
  const [{ body }] = find(parseAst(source), (node) => node.type === 'ClassDeclaration')
  return `${source.slice(0, body.start)}{}${source.slice(body.end)}`
}

function find(node, matches) {
  if (typeof node !== 'object' || node === null) return []
  return [...(matches(node) ? [node] : []), ...Object.values(node).flatMap((part) => find(part, matches))]
}

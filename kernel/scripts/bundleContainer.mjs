// Makes `container/`, which the kernel loads as `#container`: what the kernel uses of tsyringe, in one file.
//
// Only factories are registered, so tsyringe's decorators, and the metadata they read, are left out by the entry below.
// Bundlers do not shake methods off a class; `keepReached` does, by what calls what.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, transformSync } from 'esbuild'
import { parseAst } from 'vite'

/** What `services.ts` calls. The declaration below offers nothing else. */
const used = ['createChildContainer', 'isRegistered', 'register', 'resolve']
/** Calls that do nothing here: no interceptor can be added, and scopes dispose instead of the container. */
const idle = ['executePreResolutionInterceptor', 'executePostResolutionInterceptor', 'ensureNotDisposed']
/** Constant results of checks: each token is a symbol, and each provider a factory. */
const answers = {
  isProvider: true,
  isFactoryProvider: true,
  isClassProvider: false,
  isTokenProvider: false,
  isValueProvider: false,
  isNormalToken: true,
  isConstructorToken: false,
}
/** Lifecycles that `services.ts` never registers with; it only uses the first one. */
const otherLifecycles = ['Singleton', 'ResolutionScoped', 'ContainerScoped']
/** Methods of the registrations' list that the methods above call. */
const usedOfRegistry = ['entries', 'get', 'has', 'set', 'setAll']

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
          contents: keepReached(answered(readFileSync(path, 'utf8')), used),
        }))
        onLoad({ filter: /esm2015[/\\]registry-base\.js$/ }, ({ path }) => ({
          contents: keepReached(readFileSync(path, 'utf8'), usedOfRegistry),
        }))
        // The checks above replace all uses of it. As an enumeration has side effects, esbuild would keep it.
        onLoad({ filter: /esm2015[/\\]types[/\\]lifecycle\.js$/ }, () => ({ contents: 'export default {}' }))
        onLoad({ filter: /esm2015[/\\](?:lazy-helpers|interceptors)\.js$/ }, ({ path }) => ({
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
function keepReached(source, used) {
  const [{ body }] = find(parseAst(source), (node) => node.type === 'ClassDeclaration')
  const methods = new Map(body.body.map((method) => [method.key.name, method]))
  const missing = used.filter((name) => !methods.has(name))
  if (missing.length > 0) throw new Error(`${nameOf(tsyringe)} has no method ${missing.join(', ')}.`)
  const reached = new Set(['constructor', ...used])
  for (const name of reached) {
    for (const { property } of find(methods.get(name), (node) => node.type === 'MemberExpression'))
      reached.add(property.name)
  }
  return [...methods]
    .filter(([name]) => !reached.has(name))
    .reduceRight((text, [, { start, end }]) => `${text.slice(0, start)}${text.slice(end)}`, source)
}

/** Replaces each check with its result, and removes the calls that do nothing and the dead branches. */
function answered(source) {
  const answerTo = ({ type, callee, right, object, property }) => {
    if (type === 'CallExpression' && callee.name in answers) return [callee.name, answers[callee.name]]
    if (type === 'CallExpression' && idle.includes(callee.property?.name))
      return [callee.property.name, 'void 0']
    if (type === 'BinaryExpression' && otherLifecycles.includes(right.property?.name))
      return [right.property.name, false]
    if (type === 'MemberExpression' && object.name === 'Lifecycle' && property.name === 'Transient')
      return ['Transient', 0]
    return undefined
  }
  const questions = find(parseAst(source), answerTo)
  const asked = new Set(questions.map((question) => answerTo(question)[0]))
  const missing = [...Object.keys(answers), ...idle, ...otherLifecycles].filter((name) => !asked.has(name))
  if (missing.length > 0) throw new Error(`${nameOf(tsyringe)} does not use ${missing.join(', ')}.`)
  const text = questions.reduceRight(
    (rest, question) => `${rest.slice(0, question.start)}${answerTo(question)[1]}${rest.slice(question.end)}`,
    source,
  )
  return transformSync(text, { minifySyntax: true, target: 'es2022' }).code
}

/**
 * Empties the source's last class. Only `delay` makes a delayed constructor, and the entry leaves it out; other code only uses
 * the class for `instanceof`. Only the emptied loops read interceptors.
 */
function emptyClass(source) {
  const { body } = find(parseAst(source), (node) => node.type === 'ClassDeclaration').at(-1)
  return `${source.slice(0, body.start)}{}${source.slice(body.end)}`
}

function find(node, matches) {
  if (typeof node !== 'object' || node === null) return []
  return [...(matches(node) ? [node] : []), ...Object.values(node).flatMap((part) => find(part, matches))]
}

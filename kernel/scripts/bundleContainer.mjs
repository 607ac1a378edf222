// Makes `container/`, which browsers get as `#container`: the used part of tsyringe with its tslib helpers, in one file.
// Shared as a package, tslib would be loaded whole with the first scripts of every app whose lazily loaded SDK uses it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const kernel = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(kernel, 'container')
const requireHere = createRequire(join(kernel, 'package.json'))
const tsyringe = dirname(requireHere.resolve('tsyringe/package.json'))
const tslib = dirname(createRequire(join(tsyringe, 'package.json')).resolve('tslib'))

await build({
  stdin: {
    contents: `export { container, instanceCachingFactory } from 'tsyringe/dist/esm2015/index.js'`,
    resolveDir: kernel,
  },
  bundle: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  banner: { js: `// ${[tsyringe, tslib].map(nameOf).join(' and ')}: see LICENSE.txt beside this file.` },
  outfile: join(folder, 'index.js'),
})

mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'LICENSE.txt'),
  [
    ['LICENSE', tsyringe],
    ['LICENSE.txt', tslib],
  ]
    .map(([file, path]) => `${nameOf(path)}\n\n${readFileSync(join(path, file), 'utf8').trim()}\n`)
    .join('\n\n'),
)

function nameOf(path) {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  return `${name} ${version} (${license})`
}

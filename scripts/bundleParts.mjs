// Makes one file of the parts that a plugin uses of packages whose other parts bring what an app should not be handed:
// docs/decisions/bundled-parts.md. The licences of what is in the file stand beside it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const permissive = new Set(['MIT', 'Apache-2.0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense'])

/**
 * @param options.folder of the plugin
 * @param options.code names what is used, such as `export { PublicKey } from '@solana/web3.js'`
 * @param options.output folder of the result, below the plugin's
 * @param options.keep packages that stay imports, which the plugin depends on itself
 * @param options.drop packages of which nothing may be left
 * @param options.stated licences of packages whose manifest says none, by name
 */
export async function bundleParts({ folder, code, output, keep = [], drop = [], stated = {} }) {
  const isOf = (names) => (path) => names.some((name) => path === name || path.startsWith(`${name}/`))
  const bundle = await build({
    absWorkingDir: folder,
    stdin: { contents: code, resolveDir: folder },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['browser'],
    legalComments: 'none',
    banner: { js: '// Made by scripts/bundleParts.mjs. Licences: LICENSE.txt beside this file.' },
    plugins: [outside({ isKept: isOf(keep), isDropped: isOf(drop) })],
    metafile: true,
    outfile: join(folder, output, 'index.js'),
  })
  const [result] = Object.values(bundle.metafile.outputs)
  const left = result.imports.map(({ path }) => path).filter((path) => !isOf(keep)(path))
  if (left.length > 0) throw new Error(`${folder}: ${left.join(', ')} would still be imported.`)
  mkdirSync(join(folder, output), { recursive: true })
  const inputs = Object.entries(result.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  const packages = new Map(
    inputs.flatMap(([path]) => packageOf(join(folder, path.replace(/^\(disabled\):/, '')))),
  )
  writeFileSync(join(folder, output, 'LICENSE.txt'), licencesOf(packages, stated))
}

/** What stays an import, and what is never run, so that esbuild drops its imports together with the code that uses them. */
const outside = ({ isKept, isDropped }) => ({
  name: 'outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      isKept(path) || isDropped(path) ? { path, external: true, sideEffects: false } : undefined,
    )
  },
})

function packageOf(path) {
  let folder = dirname(path)
  while (folder !== dirname(folder)) {
    const file = join(folder, 'package.json')
    const manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    if (manifest.name && manifest.version) return path.includes('node_modules') ? [[folder, manifest]] : []
    folder = dirname(folder)
  }
  return []
}

function licencesOf(packages, stated) {
  const texts = [...packages].map(([folder, { name, version, license }]) => {
    const licence = license ?? stated[name]
    if (!permissive.has(licence)) throw new Error(`${name} ${version} is under ${licence}.`)
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${licence}`
    return `${name} ${version} (${licence})\n\n${text}\n`
  })
  return texts.sort().join('\n\n')
}

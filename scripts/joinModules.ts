import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'

/** Compiled modules that belong together. */
export interface ModuleGroup {
  /**
   * Below the folder, such as `kit.js`. The path of one of its roots, such as `shell/modalChunk.js`, puts the file in that
   * module's place: who imports the module with `import()` then gets the file itself, in one request. Default: each module
   * stays a file.
   */
  readonly name?: string
  /** Modules below the folder, such as `shell/modalChunk.js`. What they import statically belongs to the group too. */
  readonly roots: readonly string[]
}

/**
 * Joins compiled modules of a package, so that an app's bundler has less to cut. A bundler makes a chunk of what the same
 * entries reach: a hundred small parts, used by twenty views in different ways, become dozens of chunks of 0.3 kB, and a
 * phone waits a round trip for each six of them. docs/decisions/joined-files.md
 *
 * Each joined module stays where it is as a line that exports its part of the joined file, so no import changes. A module
 * belongs to the first group that reaches it.
 *
 * @returns How many modules each joined file has, by its name.
 */
export async function joinModules(
  folder: string,
  groups: readonly ModuleGroup[],
): Promise<ReadonlyMap<string, number>> {
  const taken = new Set<string>()
  const homes = new Map<string, string>()
  for (const { name, roots } of groups) {
    if (name !== undefined && existsSync(join(folder, name)) && !roots.includes(name))
      throw new Error(`${join(folder, name)} is there already.`)
    for (const path of await reachedBy(folder, roots)) {
      if (name !== undefined && !taken.has(path)) homes.set(path, name)
      taken.add(path)
    }
  }
  const names = await exportedNames(folder, [...homes.keys()].sort())
  const files = groups.flatMap(({ name }) => name ?? [])
  for (const file of files) await joinOne(folder, file, homes, names)
  for (const [path, home] of homes)
    if (path !== home) leaveStub(folder, path, { home, names: names.get(path) ?? [] })
  return new Map(files.map((file) => [file, [...homes.values()].filter((home) => home === file).length]))
}

const shared = {
  bundle: true,
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  packages: 'external',
  // What a package resolves by conditions is the app's to resolve.
  external: ['#*'],
  jsx: 'automatic',
  write: false,
  metafile: true,
  logLevel: 'error',
} as const satisfies BuildOptions

/** The modules of the package that these import statically, themselves included. */
async function reachedBy(folder: string, roots: readonly string[]): Promise<Set<string>> {
  const { metafile } = await build({
    ...shared,
    absWorkingDir: folder,
    entryPoints: [...roots],
    outdir: '.out',
  })
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const { path: imported, kind, external } of metafile.inputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && !external) visit(imported)
    }
  }
  for (const root of roots) visit(root)
  return reached
}

/** What each module exports. */
async function exportedNames(
  folder: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { metafile } = await build({
    ...shared,
    absWorkingDir: folder,
    entryPoints: [...paths],
    outdir: '.out',
    outbase: '.',
    plugins: [outside(folder, () => undefined)],
  })
  const outputs = Object.values<Metafile['outputs'][string]>(metafile.outputs)
  return new Map(outputs.map(({ entryPoint, exports }) => [entryPoint ?? '', exports]))
}

/** A name that no other module of the package exports from a joined file; its own in the file that stands in its place. */
const joinedName = (path: string, name: string, home: string) =>
  path === home ? name : `${path.replace(/\.js$/, '').replaceAll(/\W/g, '_')}_${name}`

async function joinOne(
  folder: string,
  name: string,
  homes: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const own = [...names].filter(([path]) => homes.get(path) === name)
  const lines = own.map(
    ([path, exported]) =>
      `export { ${exported.map((each) => `${each} as ${joinedName(path, each, name)}`).join(', ')} } from './${path}'`,
  )
  const { outputFiles } = await build({
    ...shared,
    absWorkingDir: folder,
    // Below the folder, though the file may stand elsewhere: the lines name the modules from there.
    stdin: { contents: lines.join('\n'), resolveDir: folder, sourcefile: '.joined.js' },
    outfile: name,
    sourcemap: 'linked',
    legalComments: 'inline',
    plugins: [
      outside(
        folder,
        (path) => (homes.get(path) === name ? readPure(join(folder, path)) : undefined),
        dirname(join(folder, name)),
      ),
    ],
  })
  for (const { path, text } of outputFiles) writeFileSync(path, text)
}

/** Leaves each module of the package that is not read here an import, from the folder of the file that is written. */
function outside(folder: string, read: (path: string) => string | undefined, from = folder): Plugin {
  return {
    name: 'outside',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
        const file = join(resolveDir, path)
        const below = relative(folder, file).split(sep).join('/')
        if (kind === 'entry-point' || (kind === 'import-statement' && read(below) !== undefined))
          return { path: file, sideEffects: false }
        return { path: wayFrom(from, file), external: true, sideEffects: false }
      })
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const contents = read(relative(folder, path).split(sep).join('/'))
        return contents === undefined ? undefined : { contents, resolveDir: dirname(path) }
      })
    },
  }
}

/** What a module in a folder writes to import a file. */
function wayFrom(folder: string, file: string): string {
  const way = relative(folder, file).split(sep).join('/')
  return way.startsWith('.') ? way : `./${way}`
}

/**
 * Says of each call that makes a constant of the module what `sideEffects` of the package says of the module: that it can be
 * left out when the constant isn't used. As a file of its own the module was left out with it.
 */
const readPure = (path: string) =>
  readFileSync(path, 'utf8').replaceAll(
    /^((?:export )?const [\w$]+ = )((?:new )?[\w$.]+\()/gm,
    '$1/* @__PURE__ */ $2',
  )

function leaveStub(
  folder: string,
  path: string,
  { home, names }: { readonly home: string; readonly names: readonly string[] },
): void {
  const file = join(folder, path)
  const parts = names.map((name) => `${joinedName(path, name, home)} as ${name}`).join(', ')
  const from = wayFrom(dirname(file), join(folder, home))
  writeFileSync(file, `export { ${parts} } from '${from}'\n//# sourceMappingURL=${basename(path)}.map\n`)
  const map = { version: 3, sources: [], sourcesContent: [], names: [], mappings: '' }
  writeFileSync(`${file}.map`, JSON.stringify(map))
}

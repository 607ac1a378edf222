// Every package that published code imports stands in its own manifest. The workspace also finds what only the root declares.
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { publishedPackages } from './workspace.js'

/** The package that a specifier leads to. */
const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')

/** The source files of a package's entries. */
function entriesOf(directory: string): readonly string[] {
  const { exports } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, unknown>>
  }
  return Object.values(exports).flatMap((path) =>
    typeof path === 'string' && /\.tsx?$/.test(path) ? [join(directory, path)] : [],
  )
}

/** Every package that the code of some files reaches, types apart. */
async function importedBy(entryPoints: readonly string[]): Promise<ReadonlySet<string>> {
  const { metafile } = await build({
    ...{ bundle: true, splitting: true, format: 'esm', packages: 'external', write: false },
    ...{ outdir: 'out', metafile: true, loader: { '.css': 'empty' }, logLevel: 'silent' },
    entryPoints: [...entryPoints],
  })
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports)
  return new Set(imports.flatMap(({ external, path }) => (external ? [packageOf(path)] : [])))
}

describe('what a package imports', () => {
  it.each(publishedPackages().map((entry) => [entry.manifest.name, entry] as const))(
    'is declared by %s',
    async (name, { directory, manifest }) => {
      const declared = [
        name,
        ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
        ...builtinModules,
      ]
      const entries = entriesOf(directory)
      expect(entries.length).toBeGreaterThan(0)
      const imported = await importedBy(entries)
      const isBuiltIn = (found: string) => found.startsWith('node:')
      expect([...imported].filter((found) => !isBuiltIn(found) && !declared.includes(found))).toEqual([])
    },
  )
})

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { publint } from 'publint'
import { satisfies, subset } from 'semver'
import { describe, expect, onTestFinished, test } from 'vitest'
import compiler from '../guide/chain/manifest-2.json'
import chain from '../guide/chain/manifest.json'
import publishing from '../guide/publishing/manifest.json'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly files: readonly string[]
  readonly sideEffects: boolean
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const manifests: readonly (readonly [string, Manifest])[] = [
  ['chain.md', chain],
  ['publishing.md', publishing],
]

const filesOf = ({ exports }: Manifest) =>
  Object.values(exports).flatMap((entry) => Object.values(entry).map((path) => path.replace('./', '')))

/** Writes a package with this manifest and a file for each entry. */
function writePackage(manifest: Manifest): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-manifest-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const path of [...filesOf(manifest), 'src/index.ts']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), 'export const example = 1\n')
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  return folder
}

/** The manifest that stands in the installation, whatever the package exports, and the folder of packages that it stands in. */
function find(name: string): { readonly folder: string; readonly version: string } {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  for (const folder of folders) {
    try {
      return { ...(JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as Manifest), folder }
    } catch {}
  }
  throw new Error(`${name} is not installed.`)
}

describe.each(manifests)('the manifest of %s', (_, manifest) => {
  test('packs every file that it exports, and no source', () => {
    const cwd = writePackage(manifest)
    const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--loglevel=error'], {
      cwd,
      encoding: 'utf8',
    })
    const [packed] = JSON.parse(said) as readonly { readonly files: readonly { readonly path: string }[] }[]
    expect(packed?.files.map(({ path }) => path).sort()).toEqual(
      [...filesOf(manifest), 'package.json'].sort(),
    )
  })

  test('has no fault that publint finds', async () => {
    const { messages } = await publint({ pkgDir: writePackage(manifest), strict: true, pack: 'npm' })
    expect(messages).toEqual([])
  })

  test('takes the kernel as a peer, and fills no list while it is loaded', () => {
    expect(manifest.peerDependencies['@latchkey/kernel']).toBe('^1.0.0')
    expect(manifest.dependencies).toBeUndefined()
    expect(manifest.sideEffects).toBe(false)
  })

  test('names types before the code', () => {
    for (const entry of Object.values(manifest.exports))
      expect(Object.keys(entry)).toEqual(['types', 'default'])
  })

  test('has ranges that take what the blocks were run with', () => {
    const ranges = { ...manifest.devDependencies, ...manifest.peerDependencies }
    const wrong = Object.entries(ranges).filter(([name, range]) => !satisfies(find(name).version, range))
    expect(wrong).toEqual([])
  })
})

test('chain.md has what builds its own plugin', async () => {
  const folder = writePackage(chain)
  rmSync(join(folder, 'dist'), { recursive: true })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(compiler))
  cpSync(new URL('../guide/chain/example-2.ts', import.meta.url), join(folder, 'src/index.ts'))
  symlinkSync(find('@latchkey/kernel').folder, join(folder, 'node_modules'))
  execFileSync(process.execPath, [join(find('typescript').folder, 'typescript/bin/tsc')], { cwd: folder })
  const { types, default: code } = chain.exports['.']
  expect(readFileSync(join(folder, types), 'utf8')).toContain('export declare function example(')
  const built = await import(pathToFileURL(join(folder, code)).href)
  expect(built.example([]).id).toBe('com.example.chain')
  expect(chain.scripts).toEqual({ build: 'tsc', test: 'vitest run' })
})

test('publishing.md has the keyword, a licence, and optional peers for views and sign-ins', () => {
  expect(publishing.keywords).toEqual(['latchkey-plugin'])
  expect(publishing.license).toBe('MIT')
  const optional = Object.entries(publishing.peerDependenciesMeta).filter(([, meta]) => meta.optional)
  expect(optional.map(([name]) => name)).toEqual(['@latchkey/plugin-siwx', '@latchkey/ui-react', 'react'])
  const kernel = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@latchkey/ui-react/package.json'), 'utf8'),
  ) as Manifest
  expect(subset(publishing.peerDependencies.react, kernel.peerDependencies['react'] ?? '')).toBe(true)
})

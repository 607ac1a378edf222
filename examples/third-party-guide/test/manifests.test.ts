import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { satisfies, subset } from 'semver'
import { describe, expect, onTestFinished, test } from 'vitest'
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

/** The version that stands in the installation, whatever the package exports. */
function installed(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  for (const folder of folders) {
    try {
      return (JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as Manifest).version
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
    const wrong = Object.entries(ranges).filter(([name, range]) => !satisfies(installed(name), range))
    expect(wrong).toEqual([])
  })
})

test('publishing.md has the keyword, a licence, and optional peers for views', () => {
  expect(publishing.keywords).toEqual(['latchkey-plugin'])
  expect(publishing.license).toBe('MIT')
  const optional = Object.entries(publishing.peerDependenciesMeta).filter(([, meta]) => meta.optional)
  expect(optional.map(([name]) => name)).toEqual(['@latchkey/ui-react', 'react'])
  const kernel = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('@latchkey/ui-react/package.json'), 'utf8'),
  ) as Manifest
  expect(subset(publishing.peerDependencies.react, kernel.peerDependencies['react'] ?? '')).toBe(true)
})

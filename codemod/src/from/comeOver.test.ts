import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { comeOver } from './comeOver.js'
import type { Kit } from './Kit.js'
import { kits } from './kits.js'

const here = fileURLToPath(new URL('../..', import.meta.url))
const fixtures = join(here, 'fixtures/from')
const tools = join(here, '../node_modules/.bin')
// Inside the package, so that the compiler finds what the apps import.
const folder = mkdtempSync(join(here, '.moved-'))
afterAll(() => rmSync(folder, { recursive: true }))

const namesIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

const cases = Object.entries(kits).flatMap(([product, kit]) =>
  namesIn(join(fixtures, product)).map((name) => [product, name, kit] as const),
)

const filesIn = (path: string) =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(path.length + 1), readFileSync(file, 'utf8')]),
  )

/** The files of a folder as this repository’s formatter writes them. */
const formatted = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, input]) => {
      const options = ['format', `--stdin-file-path=${path}`]
      return [path, execFileSync(join(tools, 'biome'), options, { cwd: here, input }).toString()]
    }),
  )

function moved(product: string, name: string, kit: Kit) {
  const app = join(folder, `${product}-${name}`)
  cpSync(join(fixtures, product, name, 'before'), app, { recursive: true })
  return { app, first: comeOver(kit, app), second: comeOver(kit, app) }
}

/** What the compiler says about an app. */
function compile(app: string): string {
  writeFileSync(
    join(app, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../../tsconfig.base.json',
      compilerOptions: {
        noEmit: true,
        types: [],
        // What most apps have: `strict` and nothing beyond it.
        exactOptionalPropertyTypes: false,
        noUncheckedIndexedAccess: false,
        noUnusedLocals: false,
        noUnusedParameters: false,
      },
      include: ['**/*.ts', '**/*.tsx', join(fixtures, 'appLibraries.d.ts')],
    }),
  )
  const { stdout } = spawnSync(join(tools, 'tsc'), ['-p', app], { encoding: 'utf8' })
  rmSync(join(app, 'tsconfig.json'))
  return stdout
}

describe('comeOver', () => {
  it.each(cases)('moves an app from %s: %s', (product, name, kit) => {
    const { app, first, second } = moved(product, name, kit)
    const expected = join(fixtures, product, name, 'after')
    expect(formatted(filesIn(app))).toEqual(filesIn(expected))
    expect(first.left).toEqual(
      readFileSync(join(fixtures, product, name, 'left.txt'), 'utf8')
        .split('\n')
        .slice(0, -1),
    )
    expect(second.changed).toEqual([])
    // An app of which nothing is left on the old product is whole.
    if (first.unneeded.length > 0) expect(compile(app)).toBe('')
  })

  it('knows fixtures of every product', () => {
    expect([...new Set(cases.map(([product]) => product))]).toEqual(Object.keys(kits))
  })
})

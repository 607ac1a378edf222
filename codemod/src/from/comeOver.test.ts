import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { comeOver } from './comeOver.js'
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

const apps = cases.map(([product, name, kit]) => {
  const app = join(folder, `${product}-${name}`)
  cpSync(join(fixtures, product, name, 'before'), app, { recursive: true })
  return { title: `${product}: ${name}`, app, first: comeOver(kit, app), product, name, kit }
})
// As this repository’s formatter writes it, because what the codemod writes is left to the app’s.
execFileSync(join(tools, 'biome'), ['format', '--write', '--vcs-enabled=false', folder], {
  cwd: join(here, '..'),
  stdio: 'pipe',
})

/** Compiles the apps that have nothing of the old product left, and returns what the compiler says. */
function compile(): string {
  const whole = apps.filter(({ first }) => first.unneeded.length > 0)
  const tsconfig = {
    extends: '../../tsconfig.base.json',
    compilerOptions: {
      noEmit: true,
      types: [],
      // Most apps have `strict`, and those that Vite makes refuse names that nothing uses.
      exactOptionalPropertyTypes: false,
      noUncheckedIndexedAccess: false,
      noUnusedLocals: true,
      noUnusedParameters: false,
    },
    include: [...whole.map(({ app }) => app), join(fixtures, 'appLibraries.d.ts')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  return spawnSync(join(tools, 'tsc'), ['-p', folder], { encoding: 'utf8' }).stdout
}

describe('comeOver', () => {
  it.each(apps)('moves an app from $title', ({ product, name, kit, app, first }) => {
    expect(filesIn(app)).toEqual(filesIn(join(fixtures, product, name, 'after')))
    const left = readFileSync(join(fixtures, product, name, 'left.txt'), 'utf8')
    expect(first.left).toEqual(left.split('\n').slice(0, -1))
    // A second run finds nothing more to move.
    expect(comeOver(kit, app).changed).toEqual([])
  })

  it('leaves apps that compile', () => {
    expect(apps.filter(({ first }) => first.unneeded.length > 0).length).toBeGreaterThan(5)
    expect(compile()).toBe('')
  })

  it('knows fixtures of every product', () => {
    expect([...new Set(cases.map(([product]) => product))]).toEqual(Object.keys(kits))
  })
})

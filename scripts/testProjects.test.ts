// Each test file belongs to one project: one that is in none proves nothing, and one that is in two is paid for twice.
import { readdirSync } from 'node:fs'
import { join, matchesGlob, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projects } from '../vitest.config.js'
import { root } from './workspace.js'

/** Tests of Vitest, with paths from the root of the workspace. Those of Playwright have names of their own. */
function* testsBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* testsBelow(path)
    else if (/\.test\.tsx?$/.test(entry.name)) yield relative(root, path)
  }
}

const isIn = (path: string, { include, exclude }: (typeof projects)[number]['test']) =>
  include.some((pattern) => matchesGlob(path, pattern)) &&
  !exclude.some((pattern) => matchesGlob(path, pattern))

/** Run by configurations of their own, the templates by those of what is made from them. */
const elsewhere = /^(?:examples\/(?!playground\/)|e2e\/|create(?:-plugin)?\/templates\/)/

const placed = [...testsBelow(root)]
  .filter((path) => !elsewhere.test(path))
  .map(
    (path) => [path, projects.filter(({ test }) => isIn(path, test)).map(({ test }) => test.name)] as const,
  )

describe('the projects of Vitest', () => {
  it('have every test file, each in one of them', () => {
    expect(placed.length).toBeGreaterThan(700)
    expect(placed.filter(([, names]) => names.length !== 1)).toEqual([])
  })

  it('have what is called an attack in the long ones', () => {
    const attacks = placed.filter(([path]) => /\.attack\./.test(path))
    expect(attacks.length).toBeGreaterThan(50)
    expect(attacks.filter(([, [name]]) => !name?.startsWith('long-'))).toEqual([])
  })
})

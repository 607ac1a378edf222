import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  listVectorFiles,
  readTests,
  TABLE_END,
  TABLE_START,
  testsThatLoad,
  writeTable,
} from './vectorFiles.js'

const root = join(import.meta.dirname, '..')
const markdown = readFileSync(join(root, 'docs/vectors.md'), 'utf8')
const files = listVectorFiles()
const tests = readTests()

describe('public test vectors', () => {
  it.each(files)('%s is loaded by a test', (file) => {
    expect(testsThatLoad(file, tests)).not.toEqual([])
  })

  it.each(files)('%s is whole', (file) => {
    const { meta, cases } = JSON.parse(readFileSync(join(root, file), 'utf8'))
    const wanted = meta?.cases_in_this_half
    expect(wanted === undefined ? 'no count' : cases.length).toBe(wanted ?? 'no count')
  })

  it('are in the table, each with the tests that load it (tsx scripts/writeVectors.ts)', () => {
    const table = markdown.split(TABLE_START)[1]?.split(TABLE_END)[0] ?? ''
    const cells = (text: string) => text.replace(/ +/g, ' ').replace(/-+/g, '-').trim()
    expect(cells(table)).toBe(cells(writeTable(files, tests)))
  })
})

describe('what counts as loading', () => {
  const loads = (file: string, path: string, text: string) =>
    testsThatLoad(file, new Map([[path, text]])).length === 1

  it('is an import or a read in a test of the same package', () => {
    const file = 'plugins/a/vectors/b/c.json'
    const template = ['readVectors(`b/$', '{file}`)'].join('')
    expect(loads(file, 'plugins/a/src/x.test.ts', "import c from '../vectors/b/c.json' with {}")).toBe(true)
    expect(loads(file, 'plugins/a/src/x.test.ts', "readVectors('b/c')")).toBe(true)
    expect(loads(file, 'plugins/a/src/x.test.ts', `['c'] ${template}`)).toBe(true)
    expect(loads(file, 'plugins/a/src/x.test.ts', `['d'] ${template}`)).toBe(false)
    expect(loads(file, 'plugins/b/src/x.test.ts', "readVectors('b/c')")).toBe(false)
    expect(loads(file, 'plugins/a/src/x.test.ts', '// b/c.json')).toBe(false)
  })
})

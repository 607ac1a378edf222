import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listVectorFiles, readTests, testsThatLoad } from './vectorFiles.js'

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

  it.each(files)('%s is in the table, with tests that load it (tsx scripts/writeVectors.ts)', (file) => {
    const row = markdown.split('\n').find((line) => line.startsWith(`| \`${file}\` `))
    const listed = row?.split('|')[2]?.trim().split('<br>') ?? []
    expect(listed).not.toEqual([])
    expect(testsThatLoad(file, tests)).toEqual(expect.arrayContaining(listed))
  })

  it('are not in the table when they are gone', () => {
    const rows = [...markdown.matchAll(/^\| `(\S+\/vectors\/\S+)`/gm)].map(([, file]) => file)
    expect(rows.filter((file) => !files.includes(`${file}`))).toEqual([])
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

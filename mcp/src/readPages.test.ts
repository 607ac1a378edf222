import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readPages } from './readPages.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-mcp-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function fileWith(text: string): URL {
  const path = join(folder, 'pages.json')
  writeFileSync(path, text)
  return pathToFileURL(path)
}

const page = { slug: 'start', title: 'Start', description: '', group: 'Start', text: '# Start\n' }

it('reads the pages', () => {
  expect(readPages(fileWith(JSON.stringify([page])))).toEqual([page])
})

it.each(['', '[]', '{}', '[{"slug": 1}]', 'null'])('refuses a file that holds %j', (text) => {
  expect(() => readPages(fileWith(text))).toThrow('DOCS_UNREADABLE')
})

it('refuses a file that is missing', () => {
  expect(() => readPages(pathToFileURL(join(folder, 'none.json')))).toThrow('Install the package again.')
})

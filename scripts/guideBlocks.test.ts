import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { guideBlocks, untestedBlocks } from './guideBlocks.js'
import { readGuide } from './readGuide.js'
import { root } from './workspace.js'

const folder = join(root, 'examples/third-party-guide/test')
const tests = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))

const fenced = (language: string, ...lines: readonly string[]) =>
  [`\`\`\`${language}`, ...lines, '```', ''].join('\n')

describe('the blocks of the guides for plugins', () => {
  it('are each run by a test of the example', () => {
    expect(readGuide().length).toBeGreaterThan(10)
    expect(untestedBlocks(readGuide(), tests)).toEqual([])
  })

  it('are files by the name of what they export first', () => {
    const document = [
      fenced('ts', 'export interface Facts {}', 'export const key = 1', 'export async function ask() {}'),
      fenced('tsx', 'export const ask = 1'),
      fenced('ts', 'export function ask() {}'),
      fenced('sh', 'npm test'),
      fenced('json', '{}'),
    ].join('\n')
    const blocks = guideBlocks('docs/plugins/chain.md', document)
    expect(blocks.map(({ path }) => path)).toEqual([
      'chain/ask.ts',
      'chain/ask-2.tsx',
      'chain/ask-3.ts',
      'chain/manifest.json',
    ])
    const [, second] = blocks
    expect(second?.place).toBe('docs/plugins/chain.md:7')
    expect(second?.text.split('\n')[7]).toBe('export const ask = 1')
  })

  it('are told in one sentence when no test runs them, or nobody could', () => {
    const blocks = guideBlocks('docs/plugins/new.md', fenced('ts', 'export const ask = 1'))
    const run = "import { ask } from '../guide/new/ask.js'"
    expect(untestedBlocks(blocks, [run])).toEqual([])
    expect(untestedBlocks(blocks, ['// ../guide/new/ask.js'])).toEqual([
      expect.stringMatching(/^docs\/plugins\/new\.md:1 has a block that no test runs: import .*\.$/),
    ])
    const read = (language: string, line: string) => () =>
      guideBlocks('docs/plugins/new.md', fenced(language, line))
    expect(read('ts', 'const ask = 1')).toThrow(/^docs\/plugins\/new\.md:1 .*: export one/)
    expect(read('yaml', 'a: 1')).toThrow(/^docs\/plugins\/new\.md:1 .*"yaml", which nobody runs: write it/)
  })
})

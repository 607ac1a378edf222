// Holds the figures of the README and of pages to the last measurement. `site/scripts/checkSite.ts` holds the number of codes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './workspace.js'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const results = read('bench/RESULTS.md')

/** A cell of the first row that begins with a name. */
function measured(name: string, column: number): string | undefined {
  const row = results.split('\n').find((line) => line.startsWith(`| ${name} `))
  return row?.split('|')[column + 1]?.trim()
}

describe('the figures of', () => {
  it.each([
    ['README.md', 'The page of the quick start, beyond React', 1, /loads ([\d.]+) kB beyond React/],
    [
      'site/pages/index.md',
      'The page of the quick start, beyond React',
      1,
      /loads ([\d.]+) kB of it beyond React/,
    ],
    ['README.md', 'ours, EVM', 2, /([\d.]+) kB of JavaScript come before the button/],
    ['README.md', 'ours, EVM', 3, /and ([\d.]+) by the time that a wallet is connected/],
    ['README.md', 'RainbowKit 2.2.11', 2, /with RainbowKit ([\d.]+) and/],
    ['README.md', 'RainbowKit 2.2.11', 3, /with RainbowKit [\d.]+ and (\d+\.\d+)/],
    ['site/pages/packages.md', 'ours, everything', 1, /installs (\d+) packages/],
  ])('%s: %s', (page, name, column, pattern) => {
    const figure = measured(name, column)
    expect(figure).toMatch(/^[\d.]+$/)
    expect(pattern.exec(read(page))?.[1]).toBe(figure)
  })
})

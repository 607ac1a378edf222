// Holds the README's figures to the last measurement. `site/scripts/checkSite.ts` holds the number of codes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './workspace.js'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readme = read('README.md')
const results = read('bench/RESULTS.md')

/** A cell of the first row that begins with a name. */
function measured(name: string, column: number): string | undefined {
  const row = results.split('\n').find((line) => line.startsWith(`| ${name} `))
  return row?.split('|')[column + 1]?.trim()
}

describe('the figures of the README', () => {
  it.each([
    ['The page of the quick start, beyond React', 1, /loads ([\d.]+) kB beyond React/],
    ['ours, EVM', 2, /([\d.]+) kB of JavaScript come before the button/],
    ['RainbowKit 2.2.11', 2, /and ([\d.]+) with RainbowKit/],
  ])('%s', (name, column, pattern) => {
    const figure = measured(name, column)
    expect(figure).toMatch(/^[\d.]+$/)
    expect(pattern.exec(readme)?.[1]).toBe(figure)
  })
})

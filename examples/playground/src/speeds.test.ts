import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { speeds } from './speeds.js'

const results = readFileSync(new URL('../../../bench/RESULTS.md', import.meta.url), 'utf8')
const rows = results
  .slice(results.indexOf('## The connect job'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const columns = rows[0] ?? []
const cell = (row: string, column: string) =>
  rows.find(([name]) => name === row)?.[columns.indexOf(column)] ?? `no ${column} of ${row}`

it.each(speeds)('are those of the results: $name', ({ row, script, phone, packages }) => {
  expect(cell(row, 'initial JS kB')).toBe(script)
  expect(cell(row, 'phone ms (×)')).toMatch(new RegExp(`^${phone} \\(`))
  expect(cell(row, 'packages')).toBe(String(packages))
})

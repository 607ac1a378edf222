import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  kernelVersion,
  readRanges,
  statedRanges,
  versionFile,
  writeRange,
  writeVersion,
} from './kernelRange.js'

const source = `definePlugin({
    id: 'latchkey.one',
    kernel: '^1.0.0',
    setup() {},
  })`

it('writes the caret on the kernel’s version into a plugin, and nothing else', () => {
  expect(writeRange(source, '1.27.0')).toBe(source.replace('^1.0.0', '^1.27.0'))
  expect(readRanges(writeRange(source, '1.27.0'))).toEqual(['^1.27.0'])
})

it('writes the kernel’s version into the file that holds it', () => {
  const written = writeVersion(readFileSync(versionFile, 'utf8'), '9.8.7')
  expect(written).toContain("export const version = '9.8.7'")
  expect(() => writeVersion('export {}', '9.8.7')).toThrow(/has no version/)
})

it('is stated alike by the kernel and every plugin of ours, which `npm run version` sees to', () => {
  const stated = statedRanges()
  expect(stated.length).toBeGreaterThan(20)
  const expected = `^${kernelVersion()}`
  expect(stated.filter(({ ranges }) => ranges.some((range) => range !== expected))).toEqual([])
})

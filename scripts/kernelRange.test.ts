import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readRanges, statedRanges, versionFile, writeRange, writeVersion } from './kernelRange.js'
import { publishedPackages } from './workspace.js'

const source = `definePlugin({
    id: 'latchkey.one',
    kernel: '^1.0.0',
    setup() {},
  })`

it('writes a range into a plugin, and nothing else', () => {
  expect(writeRange(source, '^1.27.0 || ^2.0.0')).toBe(source.replace('^1.0.0', '^1.27.0 || ^2.0.0'))
  expect(readRanges(writeRange(source, '^1.27.0 || ^2.0.0'))).toEqual(['^1.27.0 || ^2.0.0'])
})

it('writes the kernel’s version into the file that holds it', () => {
  const written = writeVersion(readFileSync(versionFile, 'utf8'), '9.8.7')
  expect(written).toContain("export const version = '9.8.7'")
  expect(() => writeVersion('export {}', '9.8.7')).toThrow(/has no version/)
})

it('is stated alike by every plugin of ours and its manifest, which `npm run version` sees to', () => {
  const stated = statedRanges()
  expect(stated.length).toBeGreaterThan(20)
  expect(stated.filter(({ ranges, peerRange }) => ranges.some((range) => range !== peerRange))).toEqual([])
})

it('is never `workspace:^`, with which a plugin’s next patch would demand the newest kernel', () => {
  const peers = publishedPackages().flatMap(({ manifest }) =>
    Object.entries(manifest.peerDependencies ?? {}).filter(([, range]) => range.startsWith('workspace:')),
  )
  expect(peers.length).toBeGreaterThan(20)
  for (const [, range] of peers) {
    expect(range).toMatch(/^workspace:\^\d+\.\d+\.\d+( \|\| \^\d+\.\d+\.\d+)*$/)
  }
})

import { readFileSync, writeFileSync } from 'node:fs'
import { takeWords } from './takeWords.js'
import { kernelVersion, statedRanges, versionFile, writeRange, writeVersion } from './kernelRange.js'

/**
 * Writes the kernel's package version, which is its API version, into its source, and into each plugin the range that its
 * manifest asks for. Runs after `changeset version`.
 */
takeWords({})
const rewrite = (file: string, write: (source: string) => string) =>
  writeFileSync(file, write(readFileSync(file, 'utf8')))

rewrite(versionFile, (source) => writeVersion(source, kernelVersion()))
for (const { file, peerRange } of statedRanges()) rewrite(file, (source) => writeRange(source, peerRange))

import { readFileSync, writeFileSync } from 'node:fs'
import { kernelVersion, statedRanges, versionFile, writeRange, writeVersion } from './kernelRange.js'

/**
 * Writes the kernel's package version, which is its API version, into its source, and the caret on it into the plugins.
 * Runs after `changeset version`.
 */
const version = kernelVersion()
const rewrite = (file: string, write: (source: string, version: string) => string) =>
  writeFileSync(file, write(readFileSync(file, 'utf8'), version))

rewrite(versionFile, writeVersion)
for (const { file } of statedRanges()) rewrite(file, writeRange)

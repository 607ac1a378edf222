import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publishedPackages, root } from './workspace.js'

/** The kernel's version by its manifest. */
export function kernelVersion(): string {
  const manifest = readFileSync(join(root, 'kernel/package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** The source of the kernel's own version. */
export const versionFile = join(root, 'kernel/src/engine/version.ts')

export interface StatedRanges {
  readonly file: string
  /** The ranges that the plugins in the file state. */
  readonly ranges: readonly string[]
  /** The range that the manifest of the package asks of who installs it. */
  readonly peerRange: string
}

/** The sources of ours that define plugins, with the kernel ranges they state. */
export function statedRanges(): readonly StatedRanges[] {
  return publishedPackages().flatMap(({ directory, manifest }) => {
    const peerRange = manifest.peerDependencies?.['@latchkey/kernel']?.replace('workspace:', '')
    if (peerRange === undefined) return []
    return sourcesBelow(join(directory, 'src'))
      .map((file) => ({ file, ranges: readRanges(readFileSync(file, 'utf8')), peerRange }))
      .filter(({ ranges }) => ranges.length > 0)
  })
}

const statedRange = /^( {4}kernel: ')(\^[^']+)(',)$/gm

export const readRanges = (source: string) =>
  [...source.matchAll(statedRange)].map(([, , range = '']) => range)

/** Writes the peer range of the manifest into the plugin, which states it to the kernel. */
export const writeRange = (source: string, range: string) =>
  source.replaceAll(statedRange, (_, before: string, __, after: string) => `${before}${range}${after}`)

export function writeVersion(source: string, version: string): string {
  const written = source.replace(/version = '[^']*'/, `version = '${version}'`)
  if (!written.includes(`version = '${version}'`))
    throw new Error('The source of the version has no version.')
  return written
}

const sourcesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

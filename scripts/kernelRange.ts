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

/** The sources of ours that define plugins, with the kernel ranges they state. */
export function statedRanges(): readonly { readonly file: string; readonly ranges: readonly string[] }[] {
  return publishedPackages()
    .filter(({ manifest }) => manifest.peerDependencies?.['@latchkey/kernel'] === 'workspace:^')
    .flatMap(({ directory }) => sourcesBelow(join(directory, 'src')))
    .map((file) => ({ file, ranges: readRanges(readFileSync(file, 'utf8')) }))
    .filter(({ ranges }) => ranges.length > 0)
}

const statedRange = /^( {4}kernel: ')(\^[^']+)(',)$/gm

export const readRanges = (source: string) =>
  [...source.matchAll(statedRange)].map(([, , range = '']) => range)

/** `workspace:^` becomes a caret on the kernel's version when a plugin is packed; the plugin says the same. */
export const writeRange = (source: string, version: string) =>
  source.replaceAll(statedRange, (_, before: string, __, after: string) => `${before}^${version}${after}`)

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

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CreateError } from './createError.js'
import { reasonOf } from './unusableFolder.js'

export interface PackageVersions {
  /** The range that a new project asks for, by the package's name. */
  readonly versions: Readonly<Record<string, string>>
  /** Packages that stand in a folder of archives: wherever they are asked for, the archive is taken. */
  readonly archives: Readonly<Record<string, string>>
}

/**
 * Reads the versions that new projects ask for from `devDependencies` of the generator's own manifest, where a release sets them.
 *
 * @param manifest path of the generator's `package.json`
 * @param archives a folder with packed packages to take those of Latchkey from, in the place of published ones
 * @throws CreateError `CREATE_PACKAGES_MISSING`
 */
export function readVersions(manifest: string, archives?: string): PackageVersions {
  const { devDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    readonly devDependencies?: Readonly<Record<string, string>>
  }
  const found = archives === undefined ? {} : archivesIn(resolve(archives), archives)
  const versions = { ...devDependencies, ...found }
  const unset = Object.entries(versions).find(([, range]) => /^(?:workspace|catalog):/.test(range))
  if (unset)
    throw new CreateError(
      'CREATE_PACKAGES_MISSING',
      `The version of ${unset[0]} is unknown: this generator runs from its sources. Pack it, or name a folder with packed packages by "--packages".`,
    )
  return { versions, archives: found }
}

/** An archive is named after its package: `latchkey-kernel-1.0.0.tgz`, `create-latchkey-1.0.0.tgz`. */
function archivesIn(folder: string, given: string): Readonly<Record<string, string>> {
  const archives = namesIn(folder, given).flatMap((file) => {
    const [, name] = /^latchkey-(.+?)-\d[^-]*(?:-[\w.]+)?\.tgz$/.exec(file) ?? []
    return name === undefined ? [] : [[`@latchkey/${name}`, `file:${join(folder, file)}`] as const]
  })
  if (archives.length > 0) return Object.fromEntries(archives)
  throw new CreateError(
    'CREATE_PACKAGES_MISSING',
    `"${given}" has no packed packages of Latchkey. Expected archives such as latchkey-kernel-1.0.0.tgz.`,
  )
}

/** Lists a folder; nothing where there is none. */
function namesIn(folder: string, given: string): readonly string[] {
  if (!existsSync(folder)) return []
  try {
    return statSync(folder).isDirectory() ? readdirSync(folder) : []
  } catch (cause) {
    throw new CreateError(
      'CREATE_PACKAGES_MISSING',
      `"${given}" can't be read: ${reasonOf(cause)}. Expected a folder with archives such as latchkey-kernel-1.0.0.tgz.`,
      { cause },
    )
  }
}

import type { Manifest } from './mergeManifests.js'
import type { PackageManager } from './packageManager.js'
import type { PackageVersions } from './packageVersions.js'

/** A project that is to be written. */
export interface ProjectPlan extends PackageVersions {
  /** Path of the folder with templates: one folder for each part. */
  readonly templates: string
  /** The parts that make the project, in order: a file of a later one takes the place of an earlier one's; manifests are joined. */
  readonly parts: readonly string[]
  /** Where the project goes. */
  readonly target: string
  /** The name in its `package.json`. */
  readonly packageName: string
  readonly packageManager: PackageManager
  /** Values that take the place of `__name__`, in texts and in paths. `packageName`, `install`, `run` and `exec` are there always. */
  readonly values?: Readonly<Record<string, string>>
  /** Joined to the manifests of the parts. */
  readonly manifests?: readonly Manifest[]
  /** Dependencies whose scripts of installation nothing here needs. pnpm ends with a fault where nobody has said so. */
  readonly refusedBuilds?: readonly string[]
  /** Files that are no template, by path, as they are to be. */
  readonly files?: Readonly<Record<string, string>>
}

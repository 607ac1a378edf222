import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packPackage } from '../packPackage.js'
import { publishedPackages } from '../workspace.js'

/** Packs packages, and those of the workspace that they need, as they would be published. Returns the archives. */
export function packServices(names: readonly string[], folder: string): readonly string[] {
  const packages = new Map(publishedPackages().map((own) => [own.manifest.name, own]))
  const needed = new Set<string>()
  const collect = (name: string) => {
    const own = packages.get(name)
    if (!own || needed.has(name)) return
    needed.add(name)
    const { dependencies, peerDependencies } = own.manifest
    for (const other of Object.keys({ ...dependencies, ...peerDependencies })) collect(other)
  }
  for (const name of names) collect(name)
  return [...packages.values()].flatMap(({ manifest, directory }) => {
    if (!needed.has(manifest.name)) return []
    if (!existsSync(join(directory, 'dist')))
      throw new Error(`${manifest.name} is not built. Run "npm run build" first.`)
    return [packPackage(directory, folder)]
  })
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packPackages } from '../packPackages.js'
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
  for (const name of needed) {
    if (!existsSync(join(packages.get(name)?.directory ?? '', 'dist')))
      throw new Error(`${name} is not built. Run "npm run build" first.`)
  }
  return [...packPackages([...needed], folder).values()]
}

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publish } from 'libnpmpublish'
import type { Registry } from '../release/startRegistry.js'
import { archivesFolder } from '../workspace.js'

/**
 * Publishes the archives that `checkPackages.ts` leaves, as they are, to a registry of this machine. By npm's own library in this process:
 * its command takes seconds for each archive.
 */
export async function publishArchives({ url }: Registry): Promise<void> {
  const archives = readdirSync(archivesFolder).filter((name) => name.endsWith('.tgz'))
  if (archives.length === 0)
    throw new Error('Nothing is packed. Run "npm run test:long -- build packages" first.')
  for (const archive of archives) {
    const path = join(archivesFolder, archive)
    const manifest = JSON.parse(execFileSync('tar', ['-xzOf', path, 'package/package.json']).toString())
    await publish(manifest, readFileSync(path), {
      registry: `${url}/`,
      access: 'public',
      forceAuth: { token: 'newcomers' },
    })
  }
}

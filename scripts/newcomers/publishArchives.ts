import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Registry } from '../release/startRegistry.js'
import { archivesFolder } from '../workspace.js'

const execute = promisify(execFile)

/** Publishes the archives that `checkPackages.ts` leaves, as they are, to a registry of this machine. */
export async function publishArchives({ url, settings }: Registry, folder: string): Promise<void> {
  const userConfig = join(folder, 'publisher.npmrc')
  writeFileSync(userConfig, settings)
  const left = readdirSync(archivesFolder).filter((name) => name.endsWith('.tgz'))
  if (left.length === 0)
    throw new Error('Nothing is packed. Run "npm run test:long -- build packages" first.')
  const publish = async (): Promise<void> => {
    for (let name = left.pop(); name !== undefined; name = left.pop())
      await execute('npm', [
        'publish',
        join(archivesFolder, name),
        ...['--registry', url, '--userconfig', userConfig, '--access', 'public', '--ignore-scripts'],
      ])
  }
  await Promise.all([publish(), publish()])
}

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../scripts/workspace.js'
import { lightenPages } from './lightenPages.js'
import { takeWords } from '../../scripts/takeWords.js'

/** Builds the site into `site/dist`: its pages from documents and sources, then the generator's files and the index of words. */
takeWords({})
const site = join(root, 'site')

function run(program: string, args: readonly string[], folder: string): void {
  const { status } = spawnSync(join(folder, 'node_modules/.bin', program), args, {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  if (status !== 0) process.exit(status ?? 1)
}

run('tsx', ['site/scripts/writePages.ts'], root)
// Don't trust the pages that an earlier build kept: they have left new ones out.
run('astro', ['build', '--silent', '--force'], site)
await lightenPages(join(site, 'dist'))

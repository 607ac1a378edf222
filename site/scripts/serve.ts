import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { serveFolder } from '../../e2e/staticServer.js'
import { takeWords } from '../../scripts/takeWords.js'
import { root } from '../../scripts/workspace.js'

/** Builds the site and serves it on this machine, as a server of static files would. `--built` leaves the building out. */
if (!takeWords({ options: ['--built'] }).options.has('--built')) {
  const { status } = spawnSync(join(root, 'node_modules/.bin/tsx'), ['site/scripts/build.ts'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
const { url } = await serveFolder(join(root, 'site/dist'))
console.log(`The documentation is at ${url}. Press Ctrl+C to stop.`)

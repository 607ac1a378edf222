#!/usr/bin/env node
// `npm run test:watch -- plugins/receive`: the tests of one package, again with each change.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkNode, install, root, run } from './setup.mjs'

const [folder, ...words] = process.argv.slice(2)
if (!folder || !existsSync(join(root, folder, 'package.json'))) {
  console.error('\nSay which package: `npm run test:watch -- plugins/receive`, by its folder.')
  process.exit(1)
}
checkNode()
if (!existsSync(join(root, 'node_modules'))) install()
process.exit(await run('vitest', ['watch', '--silent=passed-only', `${folder}/`, ...words]))

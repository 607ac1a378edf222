import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleParts } from '../../../scripts/bundleParts.mjs'

const folder = dirname(dirname(fileURLToPath(import.meta.url)))
const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

await bundleParts({
  folder,
  output: 'api',
  code: `export { ApiPromise, WsProvider } from '@polkadot/api'`,
  // One copy of what an app may use itself.
  keep: Object.keys(dependencies),
  drop: ['@substrate/connect', 'mock-socket', 'nock', '@polkadot/x-fetch'],
})

// What a page with two networks loads before anybody connects, measured as an app's bundler would build it.
import { expect, it } from 'vitest'
import { firstLoadOf } from '../../../scripts/firstLoad.js'

const app = `
  import { kusamaAssetHub, polkadot, polkadotAssetHub } from './index.ts'
  globalThis.plugin = polkadot({ networks: [polkadotAssetHub, kusamaAssetHub] })
`

it('keeps SDKs and schemas out of the first load, which is at most 4.2 kB gzip', async () => {
  const { modules, size } = await firstLoadOf(app, new URL('.', import.meta.url))
  expect(modules.filter((path) => /node_modules\/(?:@polkadot|@noble|zod|viem)\//.test(path))).toEqual([])
  expect(modules.filter((path) => /src\/lazy\//.test(path))).toEqual([])
  expect(size).toBeLessThanOrEqual(4_200)
  if (process.env['PRINT_SIZES']) console.log({ size, modules })
})

// What a page loads before anybody connects, measured as an app's bundler would build it.
import { expect, it } from 'vitest'
import { firstLoadOf } from '../../../scripts/firstLoad.js'

it('keeps SDKs and schemas out of the first load, which is at most 3.6 kB gzip', async () => {
  const { modules, size } = await firstLoadOf("export * from './index.ts'", new URL('.', import.meta.url))
  expect(modules.filter((path) => /node_modules\/(?:@solana\/web3|@noble|zod|viem)\//.test(path))).toEqual([])
  expect(modules.filter((path) => /src\/lazy\//.test(path))).toEqual([])
  expect(size).toBeLessThanOrEqual(3_600)
  if (process.env['PRINT_SIZES']) console.log({ size, modules })
})

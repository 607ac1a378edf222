// What a page loads before anybody connects, measured as an app's bundler would build it.
import { expect, it } from 'vitest'
import { firstLoadOf } from '../../../scripts/firstLoad.js'

it('keeps SDKs and schemas out of the first load, which is at most 4.35 kB gzip', async () => {
  const { modules, size } = await firstLoadOf("export * from './index.ts'", new URL('.', import.meta.url))
  expect(modules.some((path) => path.endsWith('src/eip155.ts'))).toBe(true)
  expect(modules.filter((path) => /node_modules\//.test(path))).toEqual([])
  expect(modules.filter((path) => /src\/(?:sdk|connect|discover)\//.test(path))).toEqual([])
  expect(size).toBeLessThanOrEqual(4_350)
  if (process.env['PRINT_SIZES']) console.log(`first load: ${size} bytes gzip`)
})

// What a page loads before anybody connects, measured as an app's bundler would build it.
import { expect, it } from 'vitest'
import { firstLoadOf } from '../../../../scripts/firstLoad.js'

it('keeps messages, curves and schemas out of the first load, which is at most 3 kB gzip', async () => {
  const { modules, size } = await firstLoadOf("export * from './siwx.ts'", new URL('.', import.meta.url))
  expect(modules.some((path) => path.endsWith('src/page/siwx.ts'))).toBe(true)
  expect(modules.filter((path) => /node_modules\//.test(path))).toEqual([])
  expect(modules.filter((path) => /src\/(?:message|server|react|page\/lazy)\//.test(path))).toEqual([])
  expect(size).toBeLessThanOrEqual(3_000)
  if (process.env['PRINT_SIZES']) console.log(`first load: ${size} bytes gzip`)
})

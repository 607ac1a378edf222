import { pluginSuite } from '@latchkey/kernel/testing'
import { describe, expect, it, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { firstLoadOf } from '../../../scripts/firstLoad.js'
import * as entry from './index.js'
import { send } from './index.js'

const folder = new URL('.', import.meta.url)

describe('plugin', () => {
  pluginSuite({
    test,
    create: () => send(),
    manifest,
    imports: async () => (await firstLoadOf("export * from './index.ts'", folder)).modules,
  })
})

// What a page loads before anybody sends, measured as an app's bundler would build it.
it('keeps forms, checks and errors out of the first load, which is at most 3 kB gzip', async () => {
  for (const of of ['index.ts', 'react/index.ts']) {
    const { modules, size } = await firstLoadOf(`export { send } from './${of}'`, folder, [
      '@latchkey/ui-react',
      'react',
    ])
    expect(modules.some((path) => path.endsWith('src/send.ts'))).toBe(true)
    expect(modules.filter((path) => /send\/src\/(?:lazy|amounts)\/|View\.tsx$/.test(path))).toEqual([])
    expect(size).toBeLessThanOrEqual(3_000)
    if (process.env['PRINT_SIZES']) console.log(`${of}: ${size} bytes gzip`)
  }
})

it('exports these names', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "CollectibleSender",
      "SendFailed",
      "SendInitiated",
      "SendOpened",
      "SendPreviewRoute",
      "SendProgressRoute",
      "SendRejected",
      "SendRoute",
      "SendSelectTokenRoute",
      "SendSucceeded",
      "Sender",
      "send",
    ]
  `)
})

import { pluginSuite } from '@latchkey/kernel/testing'
import { describe, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { firstLoadOf } from '../../../../scripts/firstLoad.js'
import { siwx } from './siwx.js'

describe('plugin', () => {
  pluginSuite({
    test,
    create: () => siwx(),
    manifest,
    imports: async () =>
      (await firstLoadOf("export * from './siwx.ts'", new URL('.', import.meta.url))).modules,
  })
})

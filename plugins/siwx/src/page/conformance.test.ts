import { pluginSuite } from '@latchkey/kernel/testing'
import { describe, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { bundleEntry } from '../../test/bundleEntry.js'
import { siwx } from './siwx.js'

describe('plugin', () => {
  pluginSuite({ test, create: () => siwx(), manifest, imports: async () => (await bundleEntry()).modules })
})
